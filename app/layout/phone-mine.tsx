import { Group, Stack, Text, UnstyledButton } from "@mantine/core";
import {
  IconArrowBackUp,
  IconBell,
  IconCalendar,
  IconDownload,
  IconKey,
  IconLogout,
  IconUser,
} from "@tabler/icons-react";
import basic from "~/app/basic.module.css";
import { Face } from "~/app/blocks/detail/person";
import { Note } from "~/app/blocks/feedback/note";
import { Link } from "~/app/blocks/link";
import { t } from "~/app/i18n/t";
import { ownScreens, pagesOf } from "~/app/session/pages";
import { useMenus, useProfile } from "../session/viewer-context";
import classes from "./frame.module.css";
import { ColorSchemeEntry } from "./header-tools";
import { MenuIcon } from "./menu-icon";
import { schedules, useTabs } from "./own-tabs";

interface MineProps {
  unread: number;
  onExports: () => void;
  onBatches: () => void;
  onChangePassword: () => void;
  onSignOut: () => void;
  onLeave: () => void;
  onRead: () => void;
}

export function Mine({ unread, onLeave, onRead, onExports, onBatches, onChangePassword, onSignOut }: MineProps) {
  const profile = useProfile();
  const shown = useTabs();
  const isElsewhere = ({ path }: { path: string }) => !shown.some((tab) => tab.path === path);
  const rest = pagesOf(useMenus()).filter(isElsewhere);
  const own = ownScreens(profile.permissions).filter(isElsewhere);
  return (
    <Stack gap="xs" pb="calc(16px + env(safe-area-inset-bottom))">
      <Group wrap="nowrap" gap={14} p="4px 4px 14px" className={basic.underlined}>
        <Face name={profile.name} picture={profile.avatar} size={48} />
        <div>
          <Text fw={600}>{profile.name}</Text>
          <Note>
            {[profile.team?.name, ...profile.roles.map((role) => role.name)].filter(Boolean).join(" · ") ||
              profile.email}
          </Note>
        </div>
      </Group>
      <UnstyledButton
        className={`${classes.mineEntry} ${basic.row} ${basic.hover}`}
        onClick={onRead}
        aria-haspopup="dialog"
      >
        <IconBell size={20} stroke={1.6} aria-hidden />
        {unread ? t("消息（{count} 条未读）", { count: unread }) : t("消息")}
      </UnstyledButton>
      {own.map((screen) => (
        <Link
          key={screen.path}
          to={screen.path}
          className={`${classes.mineEntry} ${basic.row} ${basic.hover}`}
          onClick={onLeave}
        >
          {screen.path === schedules.path ? (
            <IconCalendar size={20} stroke={1.6} aria-hidden />
          ) : (
            <IconUser size={20} stroke={1.6} aria-hidden />
          )}
          {t(screen.title)}
        </Link>
      ))}
      {rest.map((page) => (
        <Link
          key={page.code}
          to={page.path}
          className={`${classes.mineEntry} ${basic.row} ${basic.hover}`}
          onClick={onLeave}
        >
          <MenuIcon name={page.icon} />
          {t(page.title)}
        </Link>
      ))}
      <UnstyledButton
        className={`${classes.mineEntry} ${basic.row} ${basic.hover}`}
        onClick={onBatches}
        aria-haspopup="dialog"
      >
        <IconArrowBackUp size={20} stroke={1.6} aria-hidden />
        {t("我的批量操作")}
      </UnstyledButton>
      <UnstyledButton
        className={`${classes.mineEntry} ${basic.row} ${basic.hover}`}
        onClick={onExports}
        aria-haspopup="dialog"
      >
        <IconDownload size={20} stroke={1.6} aria-hidden />
        {t("最近的导出")}
      </UnstyledButton>
      <ColorSchemeEntry />
      <UnstyledButton className={`${classes.mineEntry} ${basic.row} ${basic.hover}`} onClick={onChangePassword}>
        <IconKey size={20} stroke={1.6} aria-hidden />
        {t("修改密码")}
      </UnstyledButton>
      <UnstyledButton className={`${classes.mineEntry} ${basic.row} ${basic.hover}`} onClick={onSignOut}>
        <IconLogout size={20} stroke={1.6} aria-hidden />
        {t("退出登录")}
      </UnstyledButton>
    </Stack>
  );
}
