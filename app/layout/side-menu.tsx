import { Stack, UnstyledButton } from "@mantine/core";
import { PrefetchPageLinks, useNavigate } from "@remix-run/react";
import { IconChevronDown } from "@tabler/icons-react";
import clsx from "clsx";
import { useEffect, useRef, useState } from "react";
import basic from "~/app/basic.module.css";
import { lazyPart } from "~/app/blocks/lazy-part";
import { Link } from "~/app/blocks/link";
import { changeSetting, useSetting } from "~/app/browser/persisted";
import { t } from "~/app/i18n/t";
import { firstPage } from "~/app/session/viewer";
import type { MenuItem } from "~/contract/personal/user";
import { useMenus } from "../session/viewer-context";
import { GroupIcon, type GroupProps, useIsAt } from "./group-icon";
import { MenuIcon } from "./menu-icon";
import classes from "./side-menu.module.css";

// Most people keep the menu open.
const look = `${classes.entry} ${basic.shades} ${basic.row} ${basic.gap10}`;

const FlyoutGroup = lazyPart(
  () => import("./side-flyout"),
  "FlyoutGroup",
  ({ item }) => <GroupIcon item={item} />,
);
const FlyoutPage = lazyPart(
  () => import("./side-flyout"),
  "FlyoutPage",
  ({ children }) => children,
);

export function SideMenu({ isCollapsed }: { isCollapsed: boolean }) {
  const menus = useMenus().filter((item) => item.visible);
  return (
    <nav
      aria-label={t("主菜单")}
      className={clsx(`${classes.menu} ${basic.column} ${basic.gap2}`, isCollapsed && classes.collapsed)}
    >
      {menus.map((item) => {
        const children = item.children.filter((child) => child.visible);
        if (!children.length) return <PageEntry key={item.code} item={item} isCollapsed={isCollapsed} />;
        const Group = isCollapsed ? FlyoutGroup : FoldingGroup;
        return <Group key={item.code} item={item} pages={children} />;
      })}
    </nav>
  );
}

function PageEntry({ item, isCollapsed }: { item: MenuItem; isCollapsed: boolean }) {
  const isHere = useIsAt(item.path);
  const entry = (
    <Link
      to={item.path}
      className={clsx(look, isHere && classes.here)}
      aria-current={isHere ? "page" : undefined}
      aria-label={isCollapsed ? t(item.title) : undefined}
    >
      <MenuIcon name={item.icon} />
      {isCollapsed ? null : <span className={`${basic.cut} ${basic.grow}`}>{t(item.title)}</span>}
    </Link>
  );
  return isCollapsed ? <FlyoutPage title={t(item.title)}>{entry}</FlyoutPage> : entry;
}

function FoldingGroup({ item, pages }: GroupProps) {
  const openKeys = useSetting("openKeys");
  const isHere = useIsAt(item.path);
  const navigate = useNavigate();
  const open = typeof openKeys === "string" ? [openKeys] : openKeys;
  const isOpen = open.includes(item.path);
  const [isNear, setIsNear] = useState(false);
  const next = isOpen || isHere ? undefined : firstPage(pages);
  const toggle = () => {
    changeSetting({ openKeys: isOpen ? open.filter((path) => path !== item.path) : [...open, item.path] });
    if (next) navigate(next);
  };
  const approach = () => setIsNear(true);
  return (
    <div>
      {isNear && next ? <PrefetchPageLinks page={next} /> : null}
      <UnstyledButton
        className={clsx(look, isHere && !isOpen && classes.here)}
        onClick={toggle}
        onMouseEnter={approach}
        onFocus={approach}
        onTouchStart={approach}
        aria-expanded={isOpen}
      >
        <MenuIcon name={item.icon} />
        <span className={`${basic.cut} ${basic.grow}`}>{t(item.title)}</span>
        <IconChevronDown
          size={16}
          style={{ transform: isOpen ? "rotate(180deg)" : undefined, transition: "transform 120ms" }}
          aria-hidden
        />
      </UnstyledButton>
      {isOpen ? (
        <Stack gap={2} mt={2}>
          {pages.map((page) => (
            <SubEntry key={page.code} page={page} />
          ))}
        </Stack>
      ) : null}
    </div>
  );
}

function SubEntry({ page }: { page: MenuItem }) {
  const isHere = useIsAt(page.path);
  const entry = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isHere) entry.current?.scrollIntoView?.({ block: "nearest" });
  }, [isHere]);
  return (
    <Link
      ref={entry}
      to={page.path}
      className={clsx(look, classes.sub, isHere && classes.here)}
      aria-current={isHere ? "page" : undefined}
    >
      <span className={`${basic.cut} ${basic.grow}`}>{t(page.title)}</span>
    </Link>
  );
}
