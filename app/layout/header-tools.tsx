import {
  ActionIcon,
  Indicator,
  Menu,
  Text,
  UnstyledButton,
  useComputedColorScheme,
  useMantineColorScheme,
  VisuallyHidden,
} from "@mantine/core";
import { IconBell, IconChevronDown, IconKey, IconLogout, IconMoon, IconSun } from "@tabler/icons-react";
import { t } from "~/app/i18n/t";
import classes from "./frame.module.css";
import { useProfile } from "./viewer-context";

/** How many messages wait. They have no drawer yet, so that this is a sign and not a button. */
export function UnreadSign({ count }: { count: number }) {
  return (
    <span
      className={classes.sign}
      role="img"
      aria-label={t("未读消息 {count} 条", { count })}
      title={t("未读消息 {count} 条", { count })}
    >
      <Indicator
        label={count > 99 ? "99+" : count}
        size={16}
        disabled={count === 0}
        color="red.8"
        offset={2}
        aria-hidden
      >
        <IconBell size={20} stroke={1.6} />
      </Indicator>
    </span>
  );
}

export function ColorSchemeSwitch() {
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme("light") === "dark";
  const Icon = isDark ? IconSun : IconMoon;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={36}
      className={classes.tool}
      onClick={() => setColorScheme(isDark ? "light" : "dark")}
      aria-label={isDark ? t("切换到浅色") : t("切换到深色")}
    >
      <Icon size={20} stroke={1.6} />
    </ActionIcon>
  );
}

interface AccountProps {
  onChangePassword: () => void;
  onSignOut: () => void;
}

/** The name's first character in a disc. */
export function Face({ name, size = 30 }: { name: string; size?: number }) {
  return (
    <span className={classes.face} style={{ width: size, height: size, fontSize: size * 0.45 }} aria-hidden>
      {name.slice(0, 1)}
    </span>
  );
}

export function AccountMenu({ onChangePassword, onSignOut }: AccountProps) {
  const profile = useProfile();
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <UnstyledButton className={classes.account}>
          <Face name={profile.name} />
          <VisuallyHidden>{t("账号菜单")}</VisuallyHidden>
          <span>{profile.name}</span>
          <IconChevronDown size={16} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.who}>
          <Text size="sm" fw={600}>
            {profile.name}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {profile.email}
          </Text>
        </div>
        <Menu.Divider />
        <Menu.Item leftSection={<IconKey size={16} />} onClick={onChangePassword}>
          {t("修改密码")}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={onSignOut}>
          {t("退出登录")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
