import {
  type MRT_ColumnDef,
  type MRT_RowSelectionState,
  MRT_TableContainer,
  type MRT_Updater,
  useMantineReactTable,
} from "mantine-react-table";
import { type ReactNode, useMemo } from "react";
import { t } from "~/app/i18n/t";
import type { Column } from "./list-columns";
import classes from "./list-table.module.css";
import type { ColumnState } from "./use-columns";

interface ListTableProps<Row extends { id: number | string }> {
  rows: Row[];
  columns: readonly Column<Row>[];
  columnState: ColumnState;
  /** `field` or `-field`; the fields that may be sorted by, and what to do when a head is clicked. */
  sorting: { sort: string; allowed: readonly string[]; onChange: (sort: string | undefined) => void };
  /** Absent where rows cannot be chosen. */
  selection?: { ids: readonly string[]; onChange: (ids: string[]) => void; nameOf: (row: Row) => string };
  /** The last column. */
  renderActions?: (row: Row) => ReactNode;
  empty: ReactNode;
}

const cellOf =
  <Row,>(column: Column<Row>) =>
  ({ row }: { row: { original: Row } }) =>
    column.render(row.original);

/** The table of a list. The only file that knows mantine-react-table, which is frozen: docs/decisions/0012-blocks.md. */
export function ListTable<Row extends { id: number | string }>(props: ListTableProps<Row>) {
  const { rows, columns, columnState, sorting, selection, renderActions, empty } = props;
  // mantine-react-table works everything out anew for a new array.
  const definitions = useMemo(
    () =>
      columns.map(
        (column): MRT_ColumnDef<Row> => ({
          id: column.key,
          header: t(column.label),
          accessorFn: (row) => row,
          Cell: cellOf(column),
          enableSorting: sorting.allowed.includes(column.key),
          size: column.width,
          minSize: 40,
          mantineTableHeadCellProps: { align: column.align },
          mantineTableBodyCellProps: { align: column.align },
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
    state: {
      sorting: sorted,
      rowSelection: chosen,
      columnOrder: ["mrt-row-select", ...columnState.order, "mrt-row-actions"],
      columnVisibility: Object.fromEntries(columnState.hidden.map((key) => [key, false])),
      columnPinning: { right: ["mrt-row-actions"] },
      density: "xs",
    },
    // Ours is longer than the columns, which the library would set right after the first drawing, and draw again.
    onColumnOrderChange: () => undefined,
    manualSorting: true,
    manualPagination: true,
    manualFiltering: true,
    rowCount: rows.length,
    enableMultiSort: false,
    onSortingChange: (updater: MRT_Updater<typeof sorted>) => {
      const [next] = typeof updater === "function" ? updater(sorted) : updater;
      sorting.onChange(next && `${next.desc ? "-" : ""}${next.id}`);
    },
    enableRowSelection: selection !== undefined,
    onRowSelectionChange: (updater: MRT_Updater<MRT_RowSelectionState>) => {
      const next = typeof updater === "function" ? updater(chosen) : updater;
      selection?.onChange(Object.keys(next).filter((id) => next[id]));
    },
    enableRowActions: renderActions !== undefined,
    renderRowActions: ({ row }) => renderActions?.(row.original),
    positionActionsColumn: "last",
    displayColumnDefOptions: {
      "mrt-row-select": { size: 44, grow: false },
      "mrt-row-actions": { header: t("操作"), size: 120, grow: false },
    },
    enableColumnPinning: true,
    enableColumnActions: false,
    enableColumnFilters: false,
    enableGlobalFilter: false,
    enablePagination: false,
    enableDensityToggle: false,
    enableFullScreenToggle: false,
    enableHiding: false,
    enableBottomToolbar: false,
    enableTopToolbar: false,
    enableTableFooter: false,
    renderEmptyRowsFallback: () => empty,
    mantineTableProps: { highlightOnHover: true, withRowBorders: true, className: classes.table },
    mantineTableContainerProps: { className: classes.container },
    mantineSelectAllCheckboxProps: { "aria-label": t("选择本页全部"), title: undefined, size: "xs" },
    mantineSelectCheckboxProps: ({ row }) => ({
      "aria-label": t("选择{name}", { name: selection?.nameOf(row.original) ?? row.id }),
      title: undefined,
      size: "xs",
    }),
    localization: {
      sortByColumnAsc: t("按{column}升序", { column: "{column}" }),
      sortByColumnDesc: t("按{column}降序", { column: "{column}" }),
      sortedByColumnAsc: t("已按{column}升序", { column: "{column}" }),
      sortedByColumnDesc: t("已按{column}降序", { column: "{column}" }),
      clearSort: t("取消排序"),
      actions: t("操作"),
      select: t("选择"),
      noRecordsToDisplay: t("暂无数据"),
    },
  });
  return <MRT_TableContainer table={table} />;
}
