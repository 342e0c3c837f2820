import { type ReactNode, useMemo } from "react";
import type { Column } from "~/app/blocks/list/columns/list-columns";
import { type CardLayout, ListCards } from "~/app/blocks/list/list-cards";
import { ListTable } from "~/app/blocks/list/list-table";
import { useRowActions } from "~/app/blocks/list/row/use-row-actions";
import type { RowAction } from "~/app/blocks/row-action";
import { useIsPhone } from "~/app/blocks/use-is-phone";

interface SettingListProps<Row extends { id: number }> {
  rows: Row[];
  columns: readonly Column<Row>[];
  card: CardLayout<Row>;
  nameOf: (row: Row) => string;
  actionsOf: (row: Row) => RowAction[];
  /** In place of rows where there are none. */
  empty: ReactNode;
}

const unsorted = { sort: "", allowed: [], onChange: () => undefined };

/** A short list of a tab, with its acts: a table that nobody sorts, cards on the phone. */
export function SettingList<Row extends { id: number }>(props: SettingListProps<Row>) {
  const { rows, columns, card, nameOf, actionsOf, empty } = props;
  const isPhone = useIsPhone();
  const renderActions = useRowActions(actionsOf, { nameOf }, isPhone);
  const columnState = useMemo(
    () => ({ order: columns.map(({ key }) => key), hidden: [], density: "normal" as const }),
    [columns],
  );
  const shown = { rows, columns, ...(renderActions && { renderActions }) };
  if (!isPhone)
    return (
      <ListTable
        {...shown}
        title="name"
        columnState={columnState}
        sorting={unsorted}
        empty={rows.length ? null : empty}
      />
    );
  return rows.length ? <ListCards {...shown} layout={card} nameOf={nameOf} /> : empty;
}
