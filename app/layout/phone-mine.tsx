import { Group, Stack, Text, UnstyledButton } from "@mantine/core";
import {
  IconArrowBackUp,
  IconBell,
  IconCalendar,
  IconCloudUpload,
  IconDownload,
  IconKey,
  IconLogout,
  IconStar,
  IconUser,
  type TablerIcon,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { showUnsent, useUnsent } from "~/app/api/unsent";
import basic from "~/app/basic.module.css";
import { joined } from "~/app/blocks/detail/format";
import { Face } from "~/app/blocks/detail/person";
import { Note } from "~/app/blocks/feedback/note";
import { Link } from "~/app/blocks/link";
import { mostVisited } from "~/app/browser/page-visits";
import { t } from "~/app/i18n/t";
import { ownScreens, pagesOf } from "~/app/session/pages";
import type { MenuItem } from "~/contract/personal/user";
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
  const menus = useMenus();
  const groups = menus.map((item) => ({ item, pages: pagesOf([item]).filter(isElsewhere) }));
  const all = groups.flatMap(({ pages }) => pages);
  const used = mostVisited(
    profile.id,
    all.map(({ path }) => path),
    5,
  ).flatMap((path) => all.find((page) => page.path === path) ?? []);
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
      <Pages of={used} title={t("常用")} icon={<IconStar size={20} stroke={1.6} aria-hidden />} onLeave={onLeave} />
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
      {groups.map(({ item, pages }) => (
        <Pages
          key={item.code}
          of={pages}
          title={t(item.title)}
          icon={<MenuIcon name={item.icon} />}
          onLeave={onLeave}
        />
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

interface PagesProps extends Pick<MineProps, "onLeave"> {
  of: readonly MenuItem[];
  title: string;
  icon: ReactNode;
}

/** A group of the menu: one icon, and two pages in a line. */
function Pages({ of, title, icon, onLeave }: PagesProps) {
  if (of.length === 0) return null;
  return (
    <section aria-label={title}>
      <div className={`${basic.row} ${basic.gap12} ${basic.dim} ${basic.size13}`} style={{ padding: "8px 8px 0" }}>
        {icon}
        {title}
      </div>
      <div className={classes.minePages}>
        {of.map((page) => (
          <Link key={page.code} to={page.path} className={look} onClick={onLeave}>
            {t(page.title)}
          </Link>
        ))}
      </div>
    </section>
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
