import { ActionIcon, Button, Group, Input } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from "@tabler/icons-react";
import { type FocusEvent, Fragment, type ReactNode, useMemo, useRef } from "react";
import type { z } from "zod";
import basic from "~/app/basic.module.css";
import { isBlank } from "~/app/blocks/detail/value";
import { type Field, type FormValues, fieldOf, formValues } from "~/app/blocks/form/field/schema-fields";
import type { RowsControlProps } from "~/app/blocks/slots";
import { t } from "~/app/i18n/t";
import classes from "./rows-field.module.css";

interface RowsFieldProps extends RowsControlProps {
  placeOf?: (index: number) => ReactNode;
  addLabel?: string;
  tools?: ReactNode;
}

export function RowsField({ input, field, value, onChange, draw, placeOf, addLabel, tools }: RowsFieldProps) {
  const rows = value as readonly FormValues[];
  const { item } = field;
  const cells = useMemo(() => (item ? Object.keys(item.shape).map((name) => fieldOf(item, name)) : []), [item]);
  const list = useRef<HTMLUListElement>(null);
  const limit = field.maxCount ?? Number.POSITIVE_INFINITY;
  const wrong = item && input.error ? wrongCells(item, rows) : new Map<string, string>();
  const nameOf = (index: number) => t("第{n}条", { n: index + 1 });

  const set = (index: number, cell: string, next: unknown) =>
    onChange(rows.map((row, place) => (place === index ? { ...row, [cell]: next } : row)));
  function move(from: number, to: number) {
    const [row] = rows.slice(from, from + 1);
    const rest = rows.filter((_, index) => index !== from);
    onChange([...rest.slice(0, to), row, ...rest.slice(to)]);
    // The rows are keyed by index: the focus moves along with the row.
    const place = list.current?.children[to];
    const act = from > to && to > 0 ? "up" : to < rows.length - 1 ? "down" : "up";
    place?.querySelector<HTMLElement>(`[data-act="${act}"]`)?.focus();
  }
  // A new row is not wrong yet: error messages would move the click target away.
  const isUntouched = rows.some((row) => Object.values(row).every(isBlank));
  const leave = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget) && !isUntouched) input.onBlur();
  };
  return (
    <Input.Wrapper
      id={input.id}
      label={input.label}
      labelElement="div"
      description={input.description}
      error={wrong.size ? undefined : input.error}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would add its own frame and legend to the wrapper's. */}
      <div role="group" aria-label={input.label} onBlur={leave}>
        <ul
          className={`${classes.list} ${basic.list} ${basic.column} ${basic.gap10}`}
          ref={list}
          style={{ "--cells": columnsOf(cells) }}
        >
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its index; all that it shows is given.
            <li key={index} className={`${classes.row} ${basic.grid} ${basic.gap8}`} aria-label={nameOf(index)}>
              <div className={`${basic.row} ${basic.oneLine} ${basic.dim} ${basic.size13} ${classes.place}`}>
                {placeOf?.(index) ?? nameOf(index)}
              </div>
              {cells.map((cell) => (
                <Fragment key={cell.name}>
                  {draw({
                    id: `${input.id}-${index}-${cell.name}`,
                    field: cell,
                    value: row[cell.name],
                    error: wrong.get(`${index}.${cell.name}`),
                    onChange: (name, next) => set(index, name, next),
                  })}
                </Fragment>
              ))}
              <div className={`${basic.row} ${basic.oneLine} ${basic.dim} ${basic.size13} ${classes.acts}`}>
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
            onClick={() => onChange([...rows, item ? formValues(item, cells, {}) : {}])}
          >
            {rows.length >= limit
              ? t("最多{count}条", { count: limit })
              : (addLabel ?? t("添加{label}", { label: field.label }))}
          </Button>
          {tools}
        </Group>
      </div>
    </Input.Wrapper>
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

/** Numbers are short, everything else takes the rest. */
const columnsOf = (cells: readonly Field[]): string =>
  cells.map(({ control }) => (control === "number" ? "minmax(84px, 1fr)" : "minmax(0, 3fr)")).join(" ");

function wrongCells(item: z.ZodObject, rows: readonly unknown[]): Map<string, string> {
  const { error } = item.array().safeParse(rows);
  const wrong = new Map<string, string>();
  for (const { path, message } of error?.issues ?? []) {
    const at = path.join(".");
    if (!wrong.has(at)) wrong.set(at, message);
  }
  return wrong;
}
