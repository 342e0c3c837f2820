import { IconArrowsSort, IconSortAscending, IconSortDescending } from "@tabler/icons-react";
import clsx from "clsx";
import { memo, type ReactElement, type ReactNode, type UIEvent, useCallback, useMemo, useRef } from "react";
import { t } from "~/app/i18n/t";
import { shownOf } from "../detail/blank";
import { FigureName, FigureTip, figureMark } from "../figure/figure-name";
import { useLatest } from "../use-latest";
import type { Column } from "./list-columns";
import classes from "./list-table.module.css";
import type { ColumnState } from "./use-columns";

interface Sorting {
  sort: string;
  onChange: (sort: string | undefined) => void;
}

interface ListTableProps<Row extends { id: number | string }> {
  rows: Row[];
  columns: readonly Column<Row>[];
  /** The column that names a row: first, and always in sight. */
  title: string;
  columnState: ColumnState;
  /** `field` or `-field`; the fields that may be sorted by, and what to do when a head is clicked. */
  sorting: Sorting & { allowed: readonly string[] };
  /** Absent where rows cannot be chosen. */
  selection?: {
    ids: readonly string[];
    onChange: (ids: string[]) => void;
    nameOf: (row: Row) => string;
    /** Why a row cannot be chosen. */
    blocked: (row: Row) => string | undefined;
  };
  /** The row that stands in the drawer. */
  openedId?: number;
  /** The last column. */
  renderActions?: (row: Row) => ReactNode;
  empty: ReactNode;
}

/** The table of a list: plain elements, since what a library draws and keeps took half of the time until a list stands (docs/decisions/0012-blocks.md). */
export function ListTable<Row extends { id: number | string }>(props: ListTableProps<Row>) {
  const { rows, columns, title, columnState, sorting, selection, openedId, renderActions, empty } = props;
  const shown = useMemo(() => {
    const byKey = new Map(columns.map((column) => [column.key, column]));
    const keys = [title, ...columnState.order.filter((key) => key !== title && !columnState.hidden.includes(key))];
    return keys.flatMap((key) => byKey.get(key) ?? []);
  }, [columns, columnState, title]);

  const chosen = new Set(selection?.ids);
  const free = selection ? rows.filter((row) => !selection.blocked(row)).map(({ id }) => String(id)) : [];
  const isAllChosen = free.length > 0 && free.every((id) => chosen.has(id));
  const set = (ids: readonly string[], isChosen: boolean) => {
    const others = [...chosen].filter((id) => !ids.includes(id));
    selection?.onChange(isChosen ? [...others, ...ids] : others);
  };
  const clicked = useRef<string>();
  /** With Shift, all from the row that was clicked before. */
  const choose = useLatest((id: string, isChosen: boolean, isRange: boolean) => {
    const ids = rows.map((row) => String(row.id));
    const from = isRange && clicked.current ? ids.indexOf(clicked.current) : -1;
    const to = ids.indexOf(id);
    clicked.current = id;
    const range = ids.slice(Math.min(from, to), Math.max(from, to) + 1);
    set(from < 0 ? [id] : range.filter((one) => free.includes(one)), isChosen);
  });

  const scroller = useScroller();

  return (
    <div className={classes.container} {...scroller}>
      <table className={classes.table} data-density={columnState.density}>
        <thead>
          <tr>
            {selection ? (
              <th className={classes.choice}>
                <input
                  type="checkbox"
                  aria-label={t("选择本页全部")}
                  checked={isAllChosen}
                  ref={(box) => {
                    if (box) box.indeterminate = !isAllChosen && free.some((id) => chosen.has(id));
                  }}
                  onChange={({ target }) => (target.checked ? set(free, true) : selection.onChange([]))}
                />
              </th>
            ) : null}
            {shown.map((column) => (
              <Head
                key={column.key}
                column={column}
                isTitle={column.key === title}
                sorting={sorting.allowed.includes(column.key) ? sorting : undefined}
              />
            ))}
            {renderActions ? <th className={classes.actions}>{t("操作")}</th> : null}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <BodyRow
              key={row.id}
              row={row}
              columns={shown}
              title={title}
              choice={selection ? (chosen.has(String(row.id)) ? "chosen" : "free") : undefined}
              blocked={selection?.blocked(row)}
              name={selection?.nameOf(row) ?? String(row.id)}
              onChoose={choose}
              isOpened={row.id === openedId}
              renderActions={renderActions}
            />
          ))}
        </tbody>
      </table>
      {rows.length ? null : empty}
    </div>
  );
}

/** A table that does not fit scrolls by itself, both ways, reachable by keyboard; where something is out of sight at an edge, its shadow says so. */
function useScroller() {
  const observer = useRef<ResizeObserver>();
  const look = useCallback((box: HTMLElement | null) => {
    if (!box) return;
    const { scrollWidth, clientWidth, scrollLeft } = box;
    box.toggleAttribute("data-wide", scrollWidth > clientWidth + 1);
    box.toggleAttribute("data-left", scrollLeft > 0);
    box.toggleAttribute("data-right", scrollLeft < scrollWidth - clientWidth - 1);
    box.tabIndex = box.hasAttribute("data-wide") ? 0 : -1;
  }, []);
  const ref = useCallback(
    (box: HTMLDivElement | null) => {
      observer.current?.disconnect();
      if (!box || typeof ResizeObserver === "undefined") return;
      observer.current = new ResizeObserver(() => look(box));
      observer.current.observe(box);
      if (box.firstElementChild) observer.current.observe(box.firstElementChild);
    },
    [look],
  );
  return { ref, onScroll: (event: UIEvent<HTMLElement>) => look(event.currentTarget) };
}

const alignOf = (column: { align?: "right" }) => (column.align === "right" ? classes.right : undefined);

interface HeadProps<Row extends object> {
  column: Column<Row>;
  isTitle: boolean;
  /** Absent where the list cannot be sorted by it. */
  sorting: Sorting | undefined;
}

function Head<Row extends object>({ column, isTitle, sorting }: HeadProps<Row>) {
  const { key, label, width, figure } = column;
  const name = t(label);
  const present = sorting && [key, `-${key}`].includes(sorting.sort);
  const isDescending = sorting?.sort !== key;
  // Descending first, then ascending, then as the list stands by itself.
  const next = present ? (isDescending ? key : undefined) : `-${key}`;
  const text = present
    ? t(isDescending ? "已按{column}降序" : "已按{column}升序", { column: name })
    : t(isDescending ? "按{column}降序" : "按{column}升序", { column: name });
  const sort = (mark?: string): ReactElement => (
    <button
      type="button"
      className={clsx(classes.sort, present && classes.sorted)}
      title={mark ? undefined : text}
      onClick={() => sorting?.onChange(next)}
    >
      <span className={mark}>{name}</span>
      <Icon size={14} aria-hidden />
    </button>
  );
  const Icon = present ? (isDescending ? IconSortDescending : IconSortAscending) : IconArrowsSort;
  return (
    <th
      className={clsx(alignOf(column), isTitle && classes.title)}
      style={{ minWidth: width, width }}
      aria-sort={present ? (isDescending ? "descending" : "ascending") : undefined}
    >
      {figure && sorting ? (
        <FigureTip of={figure} more={t("（点击{text}）", { text })}>
          {sort(figureMark)}
        </FigureTip>
      ) : sorting ? (
        sort()
      ) : figure ? (
        <FigureName of={figure}>{name}</FigureName>
      ) : (
        name
      )}
    </th>
  );
}

interface BodyRowProps<Row> {
  row: Row;
  columns: readonly Column<Row>[];
  title: string;
  choice: "chosen" | "free" | undefined;
  blocked: string | undefined;
  name: string;
  onChoose: (id: string, isChosen: boolean, isRange: boolean) => void;
  isOpened: boolean;
  renderActions?: (row: Row) => ReactNode;
}

/** Drawn anew only when something of its own has changed: a click on one row's box leaves the others alone. */
const BodyRow = memo(function BodyRow<Row extends { id: number | string }>(props: BodyRowProps<Row>) {
  const { row, columns, title, choice, blocked, name, onChoose, isOpened, renderActions } = props;
  return (
    <tr
      data-row={row.id}
      data-chosen={choice === "chosen" || undefined}
      data-opened={isOpened || undefined}
      aria-current={isOpened || undefined}
    >
      {choice ? (
        <td className={classes.choice}>
          <input
            type="checkbox"
            aria-label={t("选择{name}", { name })}
            disabled={blocked !== undefined}
            title={blocked}
            checked={choice === "chosen"}
            onChange={({ target, nativeEvent }) =>
              onChoose(String(row.id), target.checked, (nativeEvent as MouseEvent).shiftKey)
            }
          />
        </td>
      ) : null}
      {columns.map((column) => (
        <td
          key={column.key}
          className={clsx(classes.cell, alignOf(column), column.key === title && classes.title)}
          style={{ maxWidth: column.width }}
        >
          {column.edit ? (
            <column.edit row={row}>{shownOf(column.render(row))}</column.edit>
          ) : (
            shownOf(column.render(row))
          )}
          {column.under ? <span className={classes.under}>{column.under(row)}</span> : null}
        </td>
      ))}
      {renderActions ? <td className={classes.actions}>{renderActions(row)}</td> : null}
    </tr>
  );
  // React's memo forgets the type parameter.
}) as <Row extends { id: number | string }>(props: BodyRowProps<Row>) => ReactNode;
