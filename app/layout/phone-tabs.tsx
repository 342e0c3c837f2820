import { Drawer, Stack, Text, UnstyledButton } from "@mantine/core";
import { useLocation } from "@remix-run/react";
import {
  IconKey,
  IconLayoutDashboard,
  IconLogout,
  IconTarget,
  IconUser,
  IconUsers,
  type TablerIcon,
} from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "~/app/blocks/link";
import { t } from "~/app/i18n/t";
import { mayOpen, screenAt } from "~/contract/screens";
import type { MenuItem } from "~/contract/user";
import classes from "./frame.module.css";
import { Face } from "./header-tools";
import { MenuIcon } from "./menu-icon";
import { useMenus, useProfile } from "./viewer-context";

/** Tabs whose screen is not built or not permitted stay away (domain D, mobile). */
const tabs: readonly { path: string; label: string; icon: TablerIcon }[] = [
  { path: "/dashboard", label: "工作台", icon: IconLayoutDashboard },
  { path: "/customer/customerInfor", label: "客户", icon: IconUsers },
  { path: "/customer/publicCustomer", label: "公海", icon: IconTarget },
];

function useTabs() {
  const { permissions } = useProfile();
  return tabs.filter(({ path }) => {
    const screen = screenAt(path);
    return screen?.file && mayOpen(screen, permissions);
  });
}

interface PhoneTabsProps {
  onChangePassword: () => void;
  onSignOut: () => void;
}

/** The bar at the foot of a phone's screen; 我的 opens a sheet with the rest. */
export function PhoneTabs({ onChangePassword, onSignOut }: PhoneTabsProps) {
  const [isMineOpen, setIsMineOpen] = useState(false);
  const { pathname } = useLocation();
  const shown = useTabs();
  const close = () => setIsMineOpen(false);
  return (
    <nav aria-label={t("主菜单")} className={classes.tabs}>
      {shown.map(({ path, label, icon: Icon }) => (
        <Link
          key={path}
          to={path}
          className={classes.tab}
          aria-current={pathname === path ? "page" : undefined}
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
          onLeave={close}
          onChangePassword={() => {
            close();
            onChangePassword();
          }}
          onSignOut={onSignOut}
        />
      </Drawer>
    </nav>
  );
}

function pagesOf(menus: readonly MenuItem[]): MenuItem[] {
  return menus.flatMap((item) => {
    if (!item.visible) return [];
    const below = pagesOf(item.children).map((page) => ({ ...page, icon: page.icon ?? item.icon }));
    return screenAt(item.path)?.file ? [item, ...below] : below;
  });
}

function Mine({ onLeave, onChangePassword, onSignOut }: PhoneTabsProps & { onLeave: () => void }) {
  const profile = useProfile();
  const shown = useTabs();
  const rest = pagesOf(useMenus()).filter((page) => !shown.some(({ path }) => path === page.path));
  return (
    <Stack gap="xs" pb="calc(16px + env(safe-area-inset-bottom))">
      <div className={classes.mine}>
        <Face name={profile.name} size={48} />
        <div>
          <Text fw={600}>{profile.name}</Text>
          <Text size="sm" c="dimmed">
            {[profile.team?.name, ...profile.roles.map((role) => role.name)].filter(Boolean).join(" · ") ||
              profile.email}
          </Text>
        </div>
      </div>
      {rest.map((page) => (
        <Link key={page.code} to={page.path} className={classes.mineEntry} onClick={onLeave}>
          <MenuIcon name={page.icon} />
          {t(page.title)}
        </Link>
      ))}
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
