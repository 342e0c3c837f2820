import { ActionIcon, Button, Menu } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { t } from "~/app/i18n/t";
import { Link } from "./link";

/** Something one may do with one record: an act, or a way to another screen. */
export interface RowAction {
  label: string;
  to?: string;
  onSelect?: () => void;
  isDanger?: boolean;
  /** The one that this record waits for, where it stands apart from a table. */
  isPrimary?: boolean;
}

/** The theme's readable red. */
const danger = "var(--mantine-color-error)";

interface RowActionsProps {
  /** What is not possible may simply be left out as false. */
  actions: readonly (RowAction | false | undefined)[];
  /** Names the record for those who do not see the row. */
  about: string;
  /** Tall enough for a finger. */
  isTall?: boolean;
}

/** A record's actions: the first two as buttons, the rest in a menu. */
export function RowActions({ actions, about, isTall = false }: RowActionsProps) {
  const shown = actions.filter((action) => typeof action === "object");
  const beside = shown.length > 3 ? shown.slice(0, 2) : shown.slice(0, 3);
  const rest = shown.slice(beside.length);
  const size = isTall ? "sm" : "compact-sm";
  return (
    <div style={{ display: "flex", gap: isTall ? 8 : 2, alignItems: "center", whiteSpace: "nowrap" }}>
      {beside.map((action) => {
        const look = {
          size,
          variant: isTall ? (action.isPrimary ? "filled" : "default") : "subtle",
          c: action.isDanger ? danger : undefined,
          fw: isTall ? 500 : 400,
        } as const;
        return action.to === undefined ? (
          <Button key={action.label} {...look} px={isTall ? 16 : 6} onClick={action.onSelect}>
            {action.label}
          </Button>
        ) : (
          <Button key={action.label} {...look} px={isTall ? 16 : 6} component={Link} to={action.to}>
            {action.label}
          </Button>
        );
      })}
      {rest.length ? (
        <Menu position="bottom-end" shadow="md" withinPortal>
          <Menu.Target>
            <ActionIcon variant="subtle" size={isTall ? 36 : "sm"} aria-label={t("{about}的更多操作", { about })}>
              <IconDots size={16} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {rest.map((action) =>
              action.to === undefined ? (
                <Menu.Item key={action.label} c={action.isDanger ? danger : undefined} onClick={action.onSelect}>
                  {action.label}
                </Menu.Item>
              ) : (
                <Menu.Item key={action.label} component={Link} to={action.to}>
                  {action.label}
                </Menu.Item>
              ),
            )}
          </Menu.Dropdown>
        </Menu>
      ) : null}
    </div>
  );
}
