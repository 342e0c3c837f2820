import { Group, Stack, Text, UnstyledButton } from "@mantine/core";
import {
  IconArrowBackUp,
  IconBell,
  IconCalendar,
  IconCloudUpload,
  IconDownload,
  IconKey,
  IconLogout,
  IconUser,
  type TablerIcon,
} from "@tabler/icons-react";
import { showUnsent, useUnsent } from "~/app/api/unsent";
import basic from "~/app/basic.module.css";
import { joined } from "~/app/blocks/detail/format";
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
  const { count: unsent } = useUnsent();
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
          <Note>{joined(profile.team?.name, ...profile.roles.map((role) => role.name)) || profile.email}</Note>
        </div>
      </Group>
      <Entry
        icon={IconBell}
        text={unread ? t("消息（{count} 条未读）", { count: unread }) : t("消息")}
        onClick={onRead}
        isDialog
      />
      {own.map((screen) => (
        <Link key={screen.path} to={screen.path} className={look} onClick={onLeave}>
          {screen.path === schedules.path ? (
            <IconCalendar size={20} stroke={1.6} aria-hidden />
          ) : (
            <IconUser size={20} stroke={1.6} aria-hidden />
          )}
          {t(screen.title)}
        </Link>
      ))}
      {rest.map((page) => (
        <Link key={page.code} to={page.path} className={look} onClick={onLeave}>
          <MenuIcon name={page.icon} />
          {t(page.title)}
        </Link>
      ))}
      {unsent > 0 ? (
        <Entry
          icon={IconCloudUpload}
          text={t("待发送（{n}）", { n: unsent })}
          onClick={() => {
            onLeave();
            showUnsent(true);
          }}
          isDialog
        />
      ) : null}
      <Entry icon={IconArrowBackUp} text={t("我的批量操作")} onClick={onBatches} isDialog />
      <Entry icon={IconDownload} text={t("最近的导出")} onClick={onExports} isDialog />
      <ColorSchemeEntry />
      <Entry icon={IconKey} text={t("修改密码")} onClick={onChangePassword} />
      <Entry icon={IconLogout} text={t("退出登录")} onClick={onSignOut} />
    </Stack>
  );
}

const look = `${classes.mineEntry} ${basic.row} ${basic.hover}`;

interface EntryProps {
  icon: TablerIcon;
  text: string;
  onClick: () => void;
  isDialog?: boolean;
}

const Entry = ({ icon: Icon, text, onClick, isDialog }: EntryProps) => (
  <UnstyledButton className={look} onClick={onClick} aria-haspopup={isDialog && "dialog"}>
    <Icon size={20} stroke={1.6} aria-hidden />
    {text}
  </UnstyledButton>
);
