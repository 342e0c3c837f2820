import { VisuallyHidden } from "@mantine/core";
import { IconArrowsSort, IconSortAscending, IconSortDescending } from "@tabler/icons-react";
import clsx from "clsx";
import {
  type MRT_Column,
  type MRT_ColumnDef,
  type MRT_RowSelectionState,
  type MRT_Updater,
  useMantineReactTable,
} from "mantine-react-table";
import { memo, type ReactNode, type UIEvent, useCallback, useMemo, useRef } from "react";
import basic from "~/app/basic.module.css";
import { t } from "~/app/i18n/t";
import { shownOf } from "../detail/blank";
import { FigureName, FigureTip, figureMark } from "../figure/figure-name";
import { useLatest } from "../use-latest";
import type { Column } from "./columns/list-columns";
import type { ColumnState } from "./columns/use-columns";
import classes from "./list-table.module.css";
import { CutTip } from "./row/cut-tip";
import { isOnRow } from "./row/open-row";

interface ListTableProps<Row extends { id: number | string }> {
  rows: Row[];
  columns: readonly Column<Row>[];
  /** The column that names a row: first, and always in sight. */
  title: string;
  columnState: ColumnState;
  sorting: { sort: string; allowed: readonly string[]; onChange: (sort: string | undefined) => void };
  selection?: {
    ids: readonly string[];
    onChange: (ids: string[]) => void;
    nameOf: (row: Row) => string;
    blocked: (row: Row) => string | undefined;
  };
  openedId?: number;
  /** What pressing a row does, and for which rows. */
  opening?: { opens: (row: Row) => boolean; onOpen: (row: Row, line: HTMLElement) => void };
  renderActions?: (row: Row) => ReactNode;
  empty: ReactNode;
}

/**
 * The table of a list. The only file that knows mantine-react-table: it is the engine of sorting and of choosing rows, and draws nothing,
 * since its parts took half of the time until a list is shown: docs/decisions/1340-lists-and-filters.md.
 */
export function ListTable<Row extends { id: number | string }>(props: ListTableProps<Row>) {
  const { rows, columns, title, columnState, sorting, selection, openedId, opening, renderActions, empty } = props;
  // mantine-react-table recalculates everything for a new array.
  const definitions = useMemo(
    () =>
      columns.map(
        (column): MRT_ColumnDef<Row> => ({
          id: column.key,
          header: t(column.label),
          accessorFn: (row) => row,
          enableSorting: sorting.allowed.includes(column.key),
        }),
      ),
    [columns, sorting.allowed],
  );
  const chosen: MRT_RowSelectionState = Object.fromEntries((selection?.ids ?? []).map((id) => [id, true]));
  const [field, isDescending] = sorting.sort.startsWith("-") ? [sorting.sort.slice(1), true] : [sorting.sort, false];
  const sorted = [{ id: field, desc: isDescending }];

  const table = useMantineReactTable({
    columns: definitions,
    data: rows,
    getRowId: (row) => String(row.id),
    state: { sorting: sorted, rowSelection: chosen },
    manualSorting: true,
    manualPagination: true,
    manualFiltering: true,
    rowCount: rows.length,
    enableMultiSort: false,
    enableFilters: false,
    enableColumnFilters: false,
    enableGlobalFilter: false,
    enablePagination: false,
    enableRowSelection: (row) => selection !== undefined && !selection.blocked(row.original),
    onSortingChange: (updater: MRT_Updater<typeof sorted>) => {
      const [next] = typeof updater === "function" ? updater(sorted) : updater;
      sorting.onChange(next && `${next.desc ? "-" : ""}${next.id}`);
    },
    onRowSelectionChange: (updater: MRT_Updater<MRT_RowSelectionState>) => {
      const next = typeof updater === "function" ? updater(chosen) : updater;
      selection?.onChange(Object.keys(next).filter((id) => next[id]));
    },
  });
  const shown = useMemo(() => {
    const byKey = new Map(columns.map((column) => [column.key, column]));
    const keys = [title, ...columnState.order.filter((key) => key !== title && !columnState.hidden.includes(key))];
    return keys.flatMap((key) => byKey.get(key) ?? []);
  }, [columns, columnState, title]);
  const present = table.getRowModel().rows;
  const { lastSelectedRowId } = table.refs;

  /** With Shift, all from the row that was clicked before. */
  const choose = useLatest((id: string, isChosen: boolean, isRange: boolean) => {
    const from = isRange ? present.findIndex((row) => row.id === lastSelectedRowId.current) : -1;
    const to = present.findIndex((row) => row.id === id);
    const range =
      from < 0
        ? [id]
        : present
            .slice(Math.min(from, to), Math.max(from, to) + 1)
            .flatMap((row) => (row.getCanSelect() ? row.id : []));
    lastSelectedRowId.current = id;
    table.setRowSelection({ ...chosen, ...Object.fromEntries(range.map((one) => [one, isChosen])) });
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
                  checked={rows.length > 0 && table.getIsAllPageRowsSelected()}
                  ref={(box) => {
                    if (box) box.indeterminate = table.getIsSomePageRowsSelected();
                  }}
                  onChange={table.getToggleAllPageRowsSelectedHandler()}
                />
              </th>
            ) : null}
            {shown.map((column) => (
              <Head
                key={column.key}
                column={column}
                isTitle={column.key === title}
                engine={table.getColumn(column.key)}
              />
            ))}
            {renderActions ? (
              <th className={classes.actions}>
                <VisuallyHidden>{t("操作")}</VisuallyHidden>
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {present.map((row) => (
            <BodyRow
              key={row.id}
              row={row.original}
              columns={shown}
              title={title}
              choice={selection ? (chosen[row.id] ? "chosen" : "free") : undefined}
              blocked={selection?.blocked(row.original)}
              name={selection?.nameOf(row.original) ?? row.id}
              onChoose={choose}
              isOpened={row.original.id === openedId}
              onOpen={opening?.opens(row.original) ? opening.onOpen : undefined}
              renderActions={renderActions}
            />
          ))}
        </tbody>
      </table>
      {rows.length ? null : empty}
      <CutTip />
    </div>
  );
}

/** A table that does not fit scrolls both ways by itself, reachable by keyboard; a shadow at an edge marks hidden content. */
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
  engine: MRT_Column<Row>;
}

function Head<Row extends object>({ column, isTitle, engine }: HeadProps<Row>) {
  const { label, width, figure } = column;
  const name = t(label);
  const present = engine.getIsSorted();
  const isDescending = (present || engine.getNextSortingOrder()) === "desc";
  const text = present
    ? t(isDescending ? "已按{column}降序" : "已按{column}升序", { column: name })
    : t(isDescending ? "按{column}降序" : "按{column}升序", { column: name });
  const Icon = present ? (isDescending ? IconSortDescending : IconSortAscending) : IconArrowsSort;
  const sort = (
    <button
      type="button"
      className={`${basic.plain} ${classes.sort}`}
      aria-label={text}
      title={figure ? undefined : text}
      onClick={engine.getToggleSortingHandler()}
    >
      <Icon size={14} aria-hidden />
    </button>
  );
  return (
    <th
      className={clsx(alignOf(column), isTitle && classes.title)}
      style={{ minWidth: width, width }}
      aria-sort={present ? (isDescending ? "descending" : "ascending") : undefined}
    >
      {engine.getCanSort() ? (
        <>
          <span className={figure && figureMark}>{name}</span>
          {figure ? (
            <FigureTip of={figure} more={t("（点击{text}）", { text })}>
              {sort}
            </FigureTip>
          ) : (
            sort
          )}
        </>
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
  onOpen: ((row: Row, line: HTMLElement) => void) | undefined;
  renderActions?: (row: Row) => ReactNode;
}

const BodyRow = memo(function BodyRow<Row extends { id: number | string }>(props: BodyRowProps<Row>) {
  const { row, columns, title, choice, blocked, name, onChoose, isOpened, onOpen, renderActions } = props;
  return (
    // The name is the link or button for the keyboard: the row is only a larger target.
    <tr
      data-row={row.id}
      data-chosen={choice === "chosen" || undefined}
      data-opened={isOpened || undefined}
      data-opens={onOpen ? true : undefined}
      aria-current={isOpened || undefined}
      onClick={onOpen && ((event) => isOnRow(event) && onOpen(row, event.currentTarget))}
    >
      {choice ? (
        <td className={classes.choice} data-still>
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
        <Cell key={column.key} column={column} row={row} isTitle={column.key === title} />
      ))}
      {renderActions ? (
        <td className={classes.actions} data-still>
          {renderActions(row)}
        </td>
      ) : null}
    </tr>
  );
  // React's memo loses the type parameter.
}) as <Row extends { id: number | string }>(props: BodyRowProps<Row>) => ReactNode;

interface CellProps<Row> {
  column: Column<Row>;
  row: Row;
  isTitle: boolean;
}

/** A name or an identifier is as wide as its text; other values are cut at their column's edge. */
function Cell<Row>({ column, row, isTitle }: CellProps<Row>) {
  const { width, isSentence, edit: Edit, render, under } = column;
  const isWhole = column.isWhole || (isTitle && !isSentence);
  const shown = shownOf(render(row));
  return (
    <td
      className={clsx(classes.cell, alignOf(column), isTitle && classes.title)}
      style={isWhole ? undefined : { maxWidth: width }}
    >
      {Edit ? (
        <Edit row={row}>{shown}</Edit>
      ) : isTitle && !isSentence ? (
        <span className={classes.name}>{shown}</span>
      ) : (
        shown
      )}
      {under ? (
        <span className={`${basic.block} ${basic.clipped} ${basic.dim} ${basic.size12} ${classes.under}`} data-under>
          {under(row)}
        </span>
      ) : null}
    </td>
  );
}
