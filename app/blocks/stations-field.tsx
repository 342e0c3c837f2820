import { ActionIcon, Button, Group, Input, TextInput } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconPlus, IconSortAscending, IconX } from "@tabler/icons-react";
import { type FocusEvent, useRef } from "react";
import { t } from "~/app/i18n/t";
import { Station } from "~/contract/property";
import type { ControlProps } from "./choice-field";
import { textOf } from "./input-text";
import { NumberField } from "./number-field";
import { fieldOf } from "./schema-fields";
import classes from "./stations-field.module.css";
import { Tag } from "./tag";

type Cell = keyof typeof Station.shape;
/** As it stands in the form: what was typed, fitting or not. */
type Row = Partial<Record<Cell, unknown>>;

const cells = (Object.keys(Station.shape) as Cell[]).map((name) => ({ ...fieldOf(Station, name), name }));
const blank: Row = { line: "", station: "", walk_min: null, bus_min: null };

/** Stations near a building, the nearest first: rows to add, remove and move. */
export function StationsField({ input, field, value, onChange }: ControlProps & { value: readonly unknown[] }) {
  const rows = value as readonly Row[];
  const list = useRef<HTMLUListElement>(null);
  const limit = field.maxCount ?? Number.POSITIVE_INFINITY;
  const wrong = input.error ? wrongCells(rows) : new Map<string, string>();

  const set = (index: number, cell: Cell, next: unknown) =>
    onChange(rows.map((row, place) => (place === index ? { ...row, [cell]: next } : row)));
  function move(from: number, to: number) {
    const [row] = rows.slice(from, from + 1);
    const rest = rows.filter((_, index) => index !== from);
    onChange([...rest.slice(0, to), row, ...rest.slice(to)]);
    // The rows are drawn by their places: the focus goes along with what was moved.
    const place = list.current?.children[to];
    const act = from > to && to > 0 ? "up" : to < rows.length - 1 ? "down" : "up";
    place?.querySelector<HTMLElement>(`[data-act="${act}"]`)?.focus();
  }
  const leave = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) input.onBlur();
  };

  return (
    <Input.Wrapper
      id={input.id}
      label={input.label}
      labelElement="div"
      description={input.description}
      error={wrong.size ? undefined : input.error}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own frame and legend beside the wrapper's. */}
      <div role="group" aria-label={input.label} onBlur={leave}>
        <ul className={classes.list} ref={list}>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place; all that it shows is given.
            <li key={index} className={classes.row} aria-label={t("第{n}条", { n: index + 1 })}>
              <div className={classes.place}>
                {index === 0 ? <Tag color="brand">{t("最近车站")}</Tag> : t("第{n}条", { n: index + 1 })}
              </div>
              {cells.map((cell) => (
                <div key={cell.name} className={classes.cell}>
                  <StationCell
                    id={`${input.id}-${index}-${cell.name}`}
                    cell={cell}
                    value={row[cell.name]}
                    error={wrong.get(`${index}.${cell.name}`)}
                    onChange={(next) => set(index, cell.name, next)}
                  />
                </div>
              ))}
              <div className={classes.acts}>
                <Act act="up" label={t("上移")} isOff={index === 0} onClick={() => move(index, index - 1)} />
                <Act
                  act="down"
                  label={t("下移")}
                  isOff={index === rows.length - 1}
                  onClick={() => move(index, index + 1)}
                />
                <Act
                  act="remove"
                  label={t("移除")}
                  onClick={() => onChange(rows.filter((_, place) => place !== index))}
                />
              </div>
            </li>
          ))}
        </ul>
        <Group gap="xs">
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            disabled={rows.length >= limit}
            onClick={() => onChange([...rows, blank])}
          >
            {rows.length >= limit ? t("最多{count}条", { count: limit }) : t("添加车站")}
          </Button>
          {rows.length > 1 ? (
            <Button
              variant="subtle"
              size="xs"
              leftSection={<IconSortAscending size={14} aria-hidden />}
              onClick={() => onChange(byWalk(rows))}
            >
              {t("按步行排序")}
            </Button>
          ) : null}
        </Group>
      </div>
    </Input.Wrapper>
  );
}

interface StationCellProps {
  id: string;
  cell: (typeof cells)[number];
  value: unknown;
  error: string | undefined;
  onChange: (value: unknown) => void;
}

function StationCell({ id, cell, value, error, onChange }: StationCellProps) {
  const input = { id, label: t(cell.label), error, withAsterisk: cell.isRequired, onBlur: () => undefined };
  if (cell.control === "number") return <NumberField input={input} field={cell} value={value} onChange={onChange} />;
  return (
    <TextInput
      {...input}
      maxLength={cell.maxLength}
      value={textOf(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

const icons = { up: IconArrowUp, down: IconArrowDown, remove: IconX };

interface ActProps {
  act: keyof typeof icons;
  label: string;
  isOff?: boolean;
  onClick: () => void;
}

function Act({ act, label, isOff = false, onClick }: ActProps) {
  const Icon = icons[act];
  return (
    <ActionIcon variant="subtle" color="gray" data-act={act} aria-label={label} disabled={isOff} onClick={onClick}>
      <Icon size={16} aria-hidden />
    </ActionIcon>
  );
}

/** What is wrong, by row and cell: the form's own error stands for the whole list. */
function wrongCells(rows: readonly Row[]): Map<string, string> {
  const { error } = Station.array().safeParse(rows);
  const wrong = new Map<string, string>();
  for (const { path, message } of error?.issues ?? []) {
    const at = path.join(".");
    if (!wrong.has(at)) wrong.set(at, message);
  }
  return wrong;
}

/** The shortest walk first, then the shortest ride; what has neither comes last, in its order. */
function byWalk(rows: readonly Row[]): Row[] {
  const minutes = (value: unknown) => (typeof value === "number" ? value : Number.POSITIVE_INFINITY);
  const order = (a: unknown, b: unknown) => (minutes(a) === minutes(b) ? 0 : minutes(a) - minutes(b));
  return [...rows].sort((a, b) => order(a.walk_min, b.walk_min) || order(a.bus_min, b.bus_min));
}
