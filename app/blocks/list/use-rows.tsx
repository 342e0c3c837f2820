import { type MouseEvent, type ReactNode, useMemo } from "react";
import type { z } from "zod";
import type { Endpoint } from "~/contract/endpoint";
import { valuesOf } from "../form/schema-fields";
import { Link } from "../link";
import { useLatest } from "../use-latest";
import { type CardLayout, ListCards } from "./list-cards";
import type { Column } from "./list-columns";
import { ListTable } from "./list-table";
import type { ColumnState } from "./use-columns";

/** What of a list its rows are drawn by; see `List`. */
interface DrawnList<Row> {
  endpoint: Endpoint;
  columns: readonly Column<Row>[];
  card: CardLayout<Row>;
  title: string;
  nameOf: (row: Row) => string;
  linkOf?: (row: Row) => string;
}

/** The rows that are chosen, by number; `blocked` says why one cannot be. */
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
  /** The chosen rows; absent where rows cannot be chosen. */
  selection: ChosenRows<Row> | undefined;
  /** Which row stands in the drawer, and how one opens another; absent where the list has none. */
  drawer: { openedId: number | undefined; open: (id: number) => void } | undefined;
  renderActions: ((row: Row) => ReactNode) | undefined;
  /** Stands where there are no rows. */
  empty: ReactNode;
  /** Draws the rows in place of table and cards. */
  draw: ((rows: readonly Row[], renderActions: ((row: Row) => ReactNode) | undefined) => ReactNode) | undefined;
}

/** The rows of a page as table, on the phone as cards, or as the screen draws them. The same element while all of it is the same: a navigation that begins or a message that comes does not draw a table again. */
export function useRows<Row extends { id: number }>(of: Rows<Row>): ReactNode {
  const { list, rows, isPhone, columnState, sort, selection, renderActions, draw } = of;
  const open = of.drawer?.open;
  const columns = useTitled(list, open);
  const openedId = of.drawer?.openedId;
  const allowed = useMemo(() => sortsOf(list.endpoint), [list.endpoint]);
  const onSort = useLatest(of.onSort);
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
    renderActions,
  ]);
}

/** The names that the endpoint can sort by. */
function sortsOf({ query }: Endpoint): string[] {
  const sorts = valuesOf((query as z.ZodObject).shape.sort as z.ZodType | undefined) ?? [];
  return sorts.filter((name) => !name.startsWith("-"));
}

/** The columns, of which the title is a link to the record, or to its drawer where it has no page; a plain click opens it in the drawer, where there is one. */
function useTitled<Row extends { id: number }>(
  { columns, title, linkOf }: DrawnList<Row>,
  open: ((id: number) => void) | undefined,
) {
  return useMemo(
    () =>
      columns.map((column) =>
        column.key === title && (linkOf || open)
          ? {
              ...column,
              render: (row: Row) => (
                <Link
                  to={linkOf?.(row) ?? `?open=${row.id}`}
                  onClick={open && ((event) => isPlain(event) && opened(event, () => open(row.id)))}
                >
                  {column.render(row)}
                </Link>
              ),
            }
          : column,
      ),
    [columns, title, linkOf, open],
  );
}

/** With a modifier the browser opens the page itself. */
const isPlain = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey;

function opened(event: MouseEvent, open: () => void): void {
  event.preventDefault();
  open();
}
