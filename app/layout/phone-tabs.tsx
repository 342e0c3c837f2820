import { Drawer, Stack, Text, UnstyledButton } from "@mantine/core";
import { useLocation } from "@remix-run/react";
import {
  IconArrowBackUp,
  IconBell,
  IconBuilding,
  IconCalendar,
  IconDownload,
  IconKey,
  IconLayoutDashboard,
  IconLogout,
  IconMessage2,
  IconUser,
  IconUsers,
  type TablerIcon,
} from "@tabler/icons-react";
import { useState } from "react";
import { Face } from "~/app/blocks/detail/person";
import { Link } from "~/app/blocks/link";
import { lastPlace } from "~/app/browser/return-path";
import { t } from "~/app/i18n/t";
import { openScreen, ownScreens, pagesOf } from "~/app/session/pages";
import { screenAt } from "~/contract/screens";
import { useMenus, useProfile } from "../session/viewer-context";
import classes from "./frame.module.css";
import { ColorSchemeEntry } from "./header-tools";
import { MenuIcon } from "./menu-icon";
import { MessageDrawer } from "./message-bell";

interface Tab {
  path: string;
  label: string;
  icon: TablerIcon;
}

const schedules: Tab = { path: "/schedule-list", label: "日程", icon: IconCalendar };
const estates: Tab = { path: "/house/estate-list", label: "房源", icon: IconBuilding };

/** Those whose screen is built and permitted (domain D, mobile). The last: what sellers show their clients, everybody else's day. */
const tabs: readonly Tab[] = [
  { path: "/dashboard", label: "工作台", icon: IconLayoutDashboard },
  { path: "/inquiry/all-inquiry", label: "询盘", icon: IconMessage2 },
  { path: "/customer/customerInfor", label: "客户", icon: IconUsers },
];

/** Who may hold customers, as the server has it. */
const selling = "customer:pool:claim";

function useTabs(): Tab[] {
  const { permissions } = useProfile();
  const isOpen = ({ path }: Tab) => openScreen(path, permissions) !== undefined;
  const isSeller = permissions.includes(selling) && isOpen(estates);
  return [...tabs, isSeller ? estates : schedules].filter(isOpen);
}

interface PhoneTabsProps {
  /** How many messages wait. */
  unread: number;
  onExports: () => void;
  onBatches: () => void;
  onChangePassword: () => void;
  onSignOut: () => void;
}

/** The bar at the foot of a phone's screen; 我的 opens a sheet with the rest. */
export function PhoneTabs({ unread, onExports, onBatches, onChangePassword, onSignOut }: PhoneTabsProps) {
  const [isMineOpen, setIsMineOpen] = useState(false);
  const [isReading, setIsReading] = useState(false);
  const { pathname } = useLocation();
  const shown = useTabs();
  const close = () => setIsMineOpen(false);
  return (
    <nav aria-label={t("主菜单")} className={classes.tabs}>
      {shown.map(({ path, label, icon: Icon }) => (
        <Link
          key={path}
          to={lastPlace(path)}
          className={classes.tab}
          aria-current={screenAt(pathname)?.path === path ? "page" : undefined}
          onClick={close}
        >
          <Icon size={22} stroke={1.6} aria-hidden />
          <span>{t(label)}</span>
        </Link>
      ))}
      <UnstyledButton className={classes.tab} onClick={() => setIsMineOpen(true)} aria-haspopup="dialog">
        <IconUser size={22} stroke={1.6} aria-hidden />
        <span>{t("我的")}</span>
      </UnstyledButton>
      <Drawer
        opened={isMineOpen}
        onClose={close}
        position="bottom"
        size="auto"
        title={t("我的")}
        closeButtonProps={{ "aria-label": t("关闭") }}
        styles={{ content: { height: "auto", borderRadius: "16px 16px 0 0", maxHeight: "85dvh" } }}
      >
        <Mine
          unread={unread}
          onLeave={close}
          onRead={() => {
            close();
            setIsReading(true);
          }}
          onExports={() => {
            close();
            onExports();
          }}
          onBatches={() => {
            close();
            onBatches();
          }}
          onChangePassword={() => {
            close();
            onChangePassword();
          }}
          onSignOut={onSignOut}
        />
      </Drawer>
      <MessageDrawer count={unread} isOpen={isReading} onClose={() => setIsReading(false)} />
    </nav>
  );
}

interface MineProps extends PhoneTabsProps {
  onLeave: () => void;
  onRead: () => void;
}

function Mine({ unread, onLeave, onRead, onExports, onBatches, onChangePassword, onSignOut }: MineProps) {
  const profile = useProfile();
  const shown = useTabs();
  const isElsewhere = ({ path }: { path: string }) => !shown.some((tab) => tab.path === path);
  const rest = pagesOf(useMenus()).filter(isElsewhere);
  const own = ownScreens(profile.permissions).filter(isElsewhere);
  return (
    <Stack gap="xs" pb="calc(16px + env(safe-area-inset-bottom))">
      <div className={classes.mine}>
        <Face name={profile.name} picture={profile.avatar} size={48} />
        <div>
          <Text fw={600}>{profile.name}</Text>
          <Text size="sm" c="dimmed">
            {[profile.team?.name, ...profile.roles.map((role) => role.name)].filter(Boolean).join(" · ") ||
              profile.email}
          </Text>
        </div>
      </div>
      <UnstyledButton className={classes.mineEntry} onClick={onRead} aria-haspopup="dialog">
        <IconBell size={20} stroke={1.6} aria-hidden />
        {unread ? t("消息（{count} 条未读）", { count: unread }) : t("消息")}
      </UnstyledButton>
      {own.map((screen) => (
        <Link key={screen.path} to={screen.path} className={classes.mineEntry} onClick={onLeave}>
          {screen.path === schedules.path ? (
            <IconCalendar size={20} stroke={1.6} aria-hidden />
          ) : (
            <IconUser size={20} stroke={1.6} aria-hidden />
          )}
          {t(screen.title)}
        </Link>
      ))}
      {rest.map((page) => (
        <Link key={page.code} to={page.path} className={classes.mineEntry} onClick={onLeave}>
          <MenuIcon name={page.icon} />
          {t(page.title)}
        </Link>
      ))}
      <UnstyledButton className={classes.mineEntry} onClick={onBatches} aria-haspopup="dialog">
        <IconArrowBackUp size={20} stroke={1.6} aria-hidden />
        {t("我的批量操作")}
      </UnstyledButton>
      <UnstyledButton className={classes.mineEntry} onClick={onExports} aria-haspopup="dialog">
        <IconDownload size={20} stroke={1.6} aria-hidden />
        {t("最近的导出")}
      </UnstyledButton>
      <ColorSchemeEntry />
      <UnstyledButton className={classes.mineEntry} onClick={onChangePassword}>
        <IconKey size={20} stroke={1.6} aria-hidden />
        {t("修改密码")}
      </UnstyledButton>
      <UnstyledButton className={classes.mineEntry} onClick={onSignOut}>
        <IconLogout size={20} stroke={1.6} aria-hidden />
        {t("退出登录")}
      </UnstyledButton>
    </Stack>
  );
}
