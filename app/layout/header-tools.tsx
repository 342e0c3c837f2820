import {
  ActionIcon,
  Loader,
  UnstyledButton,
  useComputedColorScheme,
  useMantineColorScheme,
  VisuallyHidden,
} from "@mantine/core";
import { IconCalendar, IconChevronDown, IconMoon, IconSun } from "@tabler/icons-react";
import basic from "~/app/basic.module.css";
import { Face } from "~/app/blocks/detail/person";
import { ahead, lazyPart, usePress } from "~/app/blocks/lazy-part";
import { Link } from "~/app/blocks/link";
import { t } from "~/app/i18n/t";
import { useProfile } from "../session/viewer-context";
import type { AccountProps } from "./account-menu";
import { CountSign, countText } from "./count-sign";
import classes from "./frame.module.css";

export function CalendarLink({ count }: { count: number }) {
  const named = (shown: string) => (count ? t("日程，今日待办 {count} 项", { count: shown }) : t("日程"));
  return (
    <Link
      to="/schedule-list"
      className={`${basic.inlineRow} ${basic.centered} ${basic.dim} ${classes.sign}`}
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

export function ColorSchemeEntry() {
  const { label, Icon, change } = useColorSchemeSwitch();
  return (
    <UnstyledButton className={`${classes.mineEntry} ${basic.row} ${basic.hover}`} onClick={change}>
      <Icon size={20} stroke={1.6} aria-hidden />
      {label}
    </UnstyledButton>
  );
}

export function ColorSchemeSwitch() {
  const { label, Icon, change } = useColorSchemeSwitch();
  return (
    <ActionIcon variant="subtle" color="gray" size={36} className={basic.dim} onClick={change} aria-label={label}>
      <Icon size={20} stroke={1.6} />
    </ActionIcon>
  );
}

const menu = ahead(() => import("./account-menu"));
const OpenAccountMenu = lazyPart(menu.load, "OpenAccountMenu", ({ waiting }) => waiting);

/** The account's name; its menu is loaded on the first press. */
export function AccountMenu(acts: AccountProps) {
  const profile = useProfile();
  const { target, isWanted, press } = usePress(menu);
  const button = (onClick?: () => void, isWaiting = false) => (
    <UnstyledButton
      ref={target}
      className={`${basic.row} ${basic.gap8} ${basic.rounded} ${basic.size14} ${classes.account} ${basic.shades}`}
      aria-haspopup="menu"
      onClick={onClick}
    >
      <Face name={profile.name} picture={profile.avatar} />
      <VisuallyHidden>{t("账号菜单")}</VisuallyHidden>
      <span>{profile.name}</span>
      {isWaiting ? <Loader size={16} /> : <IconChevronDown size={16} aria-hidden />}
    </UnstyledButton>
  );
  if (!isWanted) return button(press);
  return <OpenAccountMenu {...acts} button={button()} waiting={button(undefined, true)} target={target} />;
}
