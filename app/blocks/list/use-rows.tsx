import { type MouseEvent, type ReactNode, useCallback, useMemo } from "react";
import type { z } from "zod";
import basic from "~/app/basic.module.css";
import { valuesOf } from "~/app/blocks/form/field/schema-fields";
import type { Endpoint } from "~/contract/endpoint";
import { Link } from "../link";
import { useLatest } from "../use-latest";
import type { Column } from "./columns/list-columns";
import type { ColumnState } from "./columns/use-columns";
import { type CardLayout, ListCards } from "./list-cards";
import { ListTable } from "./list-table";
import { isPlain, nameOfRow } from "./row/open-row";
import type { RowActs } from "./row/use-row-actions";

interface DrawnList<Row> {
  endpoint: Endpoint;
  columns: readonly Column<Row>[];
  card: CardLayout<Row>;
  title: string;
  nameOf: (row: Row) => string;
  linkOf?: (row: Row) => string;
}

/** The chosen rows, by number; `blocked` says why one cannot be chosen. */
export interface ChosenRows<Row> {
  ids: readonly string[];
  set: (ids: string[]) => void;
  blocked: (row: Row) => string | undefined;
}

interface Rows<Row> {
  list: DrawnList<Row>;
  rows: Row[];
  isPhone: boolean;
  columnState: ColumnState;
  sort: string;
  onSort: (sort: string | undefined) => void;
  selection: ChosenRows<Row> | undefined;
  drawer: { openedId: number | undefined; open: (id: number) => void } | undefined;
  renderActions: RowActs<Row> | undefined;
  empty: ReactNode;
  draw: ((rows: readonly Row[], renderActions: ((row: Row) => ReactNode) | undefined) => ReactNode) | undefined;
}

export function useRows<Row extends { id: number }>(of: Rows<Row>): ReactNode {
  const { list, rows, isPhone, columnState, sort, selection, renderActions, draw } = of;
  const open = of.drawer?.open;
  const openerOf = renderActions?.openerOf;
  const columns = useTitled(list, open, openerOf);
  const openedId = of.drawer?.openedId;
  const allowed = useMemo(() => sortsOf(list.endpoint), [list.endpoint]);
  const onSort = useLatest(of.onSort);
  const onOpen = useLatest((row: Row, line: HTMLElement) => {
    const name = nameOfRow(line);
    if (name) name.click();
    else openerOf?.(row)?.onSelect?.();
  });
  const opens = useCallback(
    (row: Row) => Boolean(open ?? (list.linkOf?.(row) || openerOf?.(row))),
    [open, list, openerOf],
  );
  const onSelect = useLatest((ids: string[]) => selection?.set(ids));
  const instead = rows.length ? null : of.empty;
  const chosen = selection?.ids;
  const blocked = selection?.blocked;
  return useMemo(() => {
    if (instead && (isPhone || draw)) return instead;
    if (draw) return draw(rows, renderActions);
    const { card, nameOf, linkOf } = list;
    if (isPhone)
      return (
        <ListCards
          rows={rows}
          columns={list.columns}
          layout={card}
          nameOf={nameOf}
          linkOf={linkOf}
          openerOf={openerOf}
          renderActions={renderActions}
        />
      );
    return (
      <ListTable
        rows={rows}
        columns={columns}
        title={list.title}
        columnState={columnState}
        sorting={{ sort, allowed, onChange: onSort }}
        selection={chosen && blocked && { ids: chosen, onChange: onSelect, nameOf, blocked }}
        openedId={openedId}
        opening={{ opens, onOpen }}
        renderActions={renderActions}
        empty={instead}
      />
    );
  }, [
    isPhone,
    instead,
    draw,
    list,
    rows,
    columns,
    columnState,
    sort,
    allowed,
    onSort,
    chosen,
    blocked,
    onSelect,
    openedId,
    opens,
    onOpen,
    openerOf,
    renderActions,
  ]);
}

function sortsOf({ query }: Endpoint): string[] {
  const sorts = valuesOf((query as z.ZodObject).shape.sort as z.ZodType | undefined) ?? [];
  return sorts.filter((name) => !name.startsWith("-"));
}

const useTitled = <Row extends { id: number }>(
  { columns, title, linkOf }: DrawnList<Row>,
  open: ((id: number) => void) | undefined,
  openerOf: RowActs<Row>["openerOf"] | undefined,
) =>
  useMemo(() => {
    const titled = (column: Column<Row>) => (row: Row) => {
      const to = linkOf?.(row) || (open ? `?open=${row.id}` : "");
      const name = column.render(row);
      if (to) {
        return (
          <Link to={to} data-opener onClick={open && ((event) => isPlain(event) && opened(event, () => open(row.id)))}>
            {name}
          </Link>
        );
      }
      const opener = openerOf?.(row);
      if (opener?.opens !== "name") return name;
      return (
        <button type="button" data-opener className={basic.plain} title={opener.label} onClick={opener.onSelect}>
          {name}
        </button>
      );
    };
    return columns.map((column) => (column.key === title ? { ...column, render: titled(column) } : column));
  }, [columns, title, linkOf, open, openerOf]);

function opened(event: MouseEvent, open: () => void): void {
  event.preventDefault();
  open();
}
