import { UnstyledButton, type UnstyledButtonProps } from "@mantine/core";
import { useLocation } from "@remix-run/react";
import clsx from "clsx";
import { forwardRef } from "react";
import basic from "~/app/basic.module.css";
import { t } from "~/app/i18n/t";
import type { MenuItem } from "~/contract/personal/user";
import { partAt } from "~/contract/screens";
import { MenuIcon } from "./menu-icon";
import classes from "./side-menu.module.css";

export interface GroupProps {
  item: MenuItem;
  pages: MenuItem[];
}

export function useIsAt(path: string): boolean {
  const location = useLocation();
  const part = partAt(location);
  // A part of a screen has its own entry next to the screen's.
  if (path.includes("?") || part?.partOf === path) return part?.path === path;
  const here = location.pathname.toLowerCase();
  const there = path.toLowerCase();
  return here === there || here.startsWith(`${there}/`);
}

interface GroupIconProps extends UnstyledButtonProps {
  item: MenuItem;
}

export const GroupIcon = forwardRef<HTMLButtonElement, GroupIconProps>(({ item, className, ...button }, ref) => (
  <UnstyledButton
    ref={ref}
    {...button}
    className={clsx(
      `${classes.entry} ${basic.shades} ${basic.row} ${basic.gap10}`,
      useIsAt(item.path) && classes.here,
      className,
    )}
    aria-label={t(item.title)}
  >
    <MenuIcon name={item.icon} />
  </UnstyledButton>
));
