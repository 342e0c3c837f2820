import {
  ActionIcon,
  Menu,
  Text,
  UnstyledButton,
  useComputedColorScheme,
  useMantineColorScheme,
  VisuallyHidden,
} from "@mantine/core";
import {
  IconArrowBackUp,
  IconCalendar,
  IconChevronDown,
  IconDownload,
  IconKey,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconSun,
  IconUser,
} from "@tabler/icons-react";
import { Face } from "~/app/blocks/detail/person";
import { Link } from "~/app/blocks/link";
import { Kbd } from "~/app/blocks/shortcuts/kbd";
import { t } from "~/app/i18n/t";
import { useProfile } from "../session/viewer-context";
import { CountSign, countText } from "./count-sign";
import classes from "./frame.module.css";

/** How many schedules are due by the end of today, and the way to them. */
export function CalendarLink({ count }: { count: number }) {
  const named = (shown: string) => (count ? t("日程，今日待办 {count} 项", { count: shown }) : t("日程"));
  return (
    <Link
      to="/schedule-list"
      className={classes.sign}
      aria-label={named(countText(count))}
      title={named(String(count))}
    >
      <CountSign count={count} icon={IconCalendar} />
    </Link>
  );
}

function useColorSchemeSwitch() {
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme("light") === "dark";
  return {
    label: isDark ? t("切换到浅色") : t("切换到深色"),
    Icon: isDark ? IconSun : IconMoon,
    change: () => setColorScheme(isDark ? "light" : "dark"),
  };
}

/** Light or dark, as a line of 我的. */
export function ColorSchemeEntry() {
  const { label, Icon, change } = useColorSchemeSwitch();
  return (
    <UnstyledButton className={classes.mineEntry} onClick={change}>
      <Icon size={20} stroke={1.6} aria-hidden />
      {label}
    </UnstyledButton>
  );
}

export function ColorSchemeSwitch() {
  const { label, Icon, change } = useColorSchemeSwitch();
  return (
    <ActionIcon variant="subtle" color="gray" size={36} className={classes.tool} onClick={change} aria-label={label}>
      <Icon size={20} stroke={1.6} />
    </ActionIcon>
  );
}

interface AccountProps {
  onShortcuts: () => void;
  onExports: () => void;
  onBatches: () => void;
  onChangePassword: () => void;
  onSignOut: () => void;
}

export function AccountMenu({ onShortcuts, onExports, onBatches, onChangePassword, onSignOut }: AccountProps) {
  const profile = useProfile();
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <UnstyledButton className={classes.account}>
          <Face name={profile.name} picture={profile.avatar} />
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
        <Menu.Item leftSection={<IconUser size={16} />} component={Link} to="/personal-center">
          {t("个人中心")}
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowBackUp size={16} />} onClick={onBatches}>
          {t("我的批量操作")}
        </Menu.Item>
        <Menu.Item leftSection={<IconDownload size={16} />} onClick={onExports}>
          {t("最近的导出")}
        </Menu.Item>
        <Menu.Item leftSection={<IconKeyboard size={16} />} rightSection={<Kbd of="?" />} onClick={onShortcuts}>
          {t("快捷键")}
        </Menu.Item>
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
