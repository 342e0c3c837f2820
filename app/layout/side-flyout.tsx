import { Menu, Tooltip } from "@mantine/core";
import type { ReactElement } from "react";
import { Link } from "~/app/blocks/link";
import { t } from "~/app/i18n/t";
import { GroupIcon, type GroupProps } from "./group-icon";

export const FlyoutPage = ({ title, children }: { title: string; children: ReactElement }) => (
  <Tooltip label={title} position="right">
    {children}
  </Tooltip>
);

/** A group of the collapsed menu: its pages in a flyout menu. */
export const FlyoutGroup = ({ item, pages }: GroupProps) => (
  <Menu position="right-start" trigger="click-hover" withinPortal>
    <Menu.Target>
      <GroupIcon item={item} />
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Label>{t(item.title)}</Menu.Label>
      {pages.map((page) => (
        <Menu.Item key={page.code} component={Link} to={page.path}>
          {t(page.title)}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
);
