import { Menu } from "@mantine/core";
import type { ReactNode, RefObject } from "react";
import basic from "~/app/basic.module.css";
import { Link } from "~/app/blocks/link";
import { danger, type RowAction } from "~/app/blocks/row-action";
import { Kbd } from "~/app/blocks/shortcuts/kbd";
import { usePressed } from "~/app/blocks/use-pressed";
import classes from "./row-actions.module.css";

interface RowMenuProps {
  actions: readonly RowAction[];
  button: ReactNode;
  waiting: ReactNode;
  target: RefObject<HTMLButtonElement>;
}

export function RowMenu({ actions, button, target }: RowMenuProps) {
  usePressed(target);
  return (
    <Menu position="bottom-end" shadow="md" withinPortal>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        {actions.flatMap(({ label, to, isDanger, isApart, onSelect, blocked, shortcut }, index) => [
          isApart && index > 0 && !actions[index - 1]?.isApart ? <Menu.Divider key="apart" /> : null,
          to === undefined ? (
            <Menu.Item
              key={label}
              c={isDanger ? danger : undefined}
              onClick={onSelect}
              disabled={blocked !== undefined}
              rightSection={shortcut ? <Kbd of={shortcut} /> : null}
            >
              {label}
              {blocked ? <span className={`${classes.why} ${basic.block} ${basic.size12}`}>{blocked}</span> : null}
            </Menu.Item>
          ) : (
            <Menu.Item key={label} component={Link} to={to} rightSection={shortcut ? <Kbd of={shortcut} /> : null}>
              {label}
            </Menu.Item>
          ),
        ])}
      </Menu.Dropdown>
    </Menu>
  );
}
