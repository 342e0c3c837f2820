import { ActionIcon, Button, Checkbox, Group, Popover, Stack, Text } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconGripVertical } from "@tabler/icons-react";
import { type ReactNode, type RefObject, useState } from "react";
import basic from "~/app/basic.module.css";
import { usePressed } from "~/app/blocks/use-pressed";
import { t } from "~/app/i18n/t";
import { type Density, densities } from "~/contract/personal/user";
import classes from "./column-menu.module.css";
import type { ColumnState } from "./use-columns";

export interface ColumnMenuProps {
  columns: readonly { key: string; label: string }[];
  state: ColumnState;
  onChange: (state: ColumnState | undefined) => void;
}

interface ColumnPanelProps extends ColumnMenuProps {
  button: ReactNode;
  waiting: ReactNode;
  target: RefObject<HTMLButtonElement>;
}

export function ColumnPanel({ button, target, ...menu }: ColumnPanelProps) {
  usePressed(target);
  return (
    <Panel {...menu}>
      <Popover.Target>{button}</Popover.Target>
    </Panel>
  );
}

export const ColumnsBelow = ({ onClose, ...menu }: ColumnMenuProps & { onClose: () => void }) => (
  <Panel {...menu} onClose={onClose}>
    <Popover.Target>
      <span style={{ position: "absolute", inset: "auto 0 0 auto" }} />
    </Popover.Target>
  </Panel>
);

interface PanelProps extends ColumnMenuProps {
  /** Absent if the button opens and closes it. */
  onClose?: () => void;
  children: ReactNode;
}

function Panel({ columns, state, onChange, onClose, children }: PanelProps) {
  const [dragged, setDragged] = useState<string>();
  const { order, hidden, density } = state;
  const labels = new Map(columns.map(({ key, label }) => [key, label]));

  function move(key: string, to: number) {
    const rest = order.filter((other) => other !== key);
    rest.splice(to, 0, key);
    onChange({ order: rest, hidden, density });
  }
  const toggle = (key: string) =>
    onChange({
      order,
      hidden: hidden.includes(key) ? hidden.filter((other) => other !== key) : [...hidden, key],
      density,
    });

  return (
    <Popover
      position="bottom-end"
      shadow="md"
      width={280}
      trapFocus
      returnFocus
      {...(onClose ? { opened: true, onChange: onClose } : {})}
    >
      {children}
      <Popover.Dropdown aria-label={t("列设置")} p="xs">
        <Stack gap={0} component="ul" className={basic.list} mah={360} style={{ overflowY: "auto" }}>
          {order.map((key, index) => {
            const label = t(labels.get(key) ?? key);
            return (
              <li
                key={key}
                draggable
                className={`${basic.row} ${basic.gap6} ${basic.hover} ${classes.item}`}
                data-dragged={dragged === key || undefined}
                onDragStart={() => setDragged(key)}
                onDragEnd={() => setDragged(undefined)}
                onDragOver={(event) => event.preventDefault()}
                onDrop={() => dragged && dragged !== key && move(dragged, index)}
              >
                <IconGripVertical size={14} className={`${classes.grip} ${basic.fixed} ${basic.dim}`} aria-hidden />
                <Checkbox
                  size="xs"
                  label={label}
                  checked={!hidden.includes(key)}
                  disabled={!hidden.includes(key) && hidden.length === order.length - 1}
                  onChange={() => toggle(key)}
                  className={basic.grow}
                />
                <ActionIcon
                  variant="subtle"
                  size="sm"
                  disabled={index === 0}
                  onClick={() => move(key, index - 1)}
                  aria-label={t("上移{label}", { label })}
                >
                  <IconArrowUp size={14} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  size="sm"
                  disabled={index === order.length - 1}
                  onClick={() => move(key, index + 1)}
                  aria-label={t("下移{label}", { label })}
                >
                  <IconArrowDown size={14} aria-hidden />
                </ActionIcon>
              </li>
            );
          })}
        </Stack>
        <Group gap={4} pt="xs" px={6} role="group" aria-label={t("行高")}>
          <Text size="xs" c="dimmed" mr="auto">
            {t("行高")}
          </Text>
          {Object.entries(densities).map(([value, label]) => (
            <Button
              key={value}
              size="compact-xs"
              variant={value === density ? "light" : "subtle"}
              aria-pressed={value === density}
              onClick={() => onChange({ order, hidden, density: value as Density })}
            >
              {t(label)}
            </Button>
          ))}
        </Group>
        <Group justify="space-between" pt="xs" px={6}>
          <Text size="xs" c="dimmed">
            {t("拖动或用箭头调整顺序")}
          </Text>
          <Button size="compact-xs" variant="subtle" onClick={() => onChange(undefined)}>
            {t("恢复默认")}
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}
