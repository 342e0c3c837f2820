import { type ReactNode, useMemo } from "react";
import type { RowAction } from "~/app/blocks/row-action";
import { useLatest } from "~/app/blocks/use-latest";
import { CardActions, QuietActions } from "./row-actions";

type Offered = RowAction | false | undefined;

export type RowActs<Row> = ((row: Row) => ReactNode) & { openerOf: (row: Row) => RowAction | undefined };

interface Named<Row> {
  nameOf: (row: Row) => string;
  linkOf?: (row: Row) => string;
  drawer?: unknown;
}

export function useRowActions<Row>(
  actions: ((row: Row) => readonly Offered[]) | undefined,
  { nameOf, linkOf, drawer }: Named<Row>,
  isCard: boolean,
): RowActs<Row> | undefined {
  const offered = useLatest((row: Row): readonly Offered[] => actions?.(row) ?? []);
  const hasActions = actions !== undefined;
  const opensPage = isCard || drawer === undefined;
  return useMemo(() => {
    if (!hasActions) return undefined;
    const find = (row: Row, isIt: (act: RowAction) => boolean) =>
      offered(row).find((one): one is RowAction => typeof one === "object" && isIt(one));
    const lasting = (row: Row, act: RowAction): RowAction =>
      act.onSelect ? { ...act, onSelect: () => find(row, ({ label }) => label === act.label)?.onSelect?.() } : act;
    const draw = (row: Row) => {
      const link = opensPage ? linkOf?.(row) : undefined;
      const shown = offered(row).flatMap((act) => {
        if (typeof act !== "object" || act.opens === "name") return [];
        return act.to !== undefined && act.to === link ? [] : [lasting(row, act)];
      });
      const Acts = isCard ? CardActions : QuietActions;
      return <Acts actions={shown} about={nameOf(row)} />;
    };
    const openerOf = (row: Row) => {
      const opener = find(row, ({ opens, blocked }) => opens !== undefined && blocked === undefined);
      return opener && lasting(row, opener);
    };
    return Object.assign(draw, { openerOf });
  }, [hasActions, offered, nameOf, linkOf, opensPage, isCard]);
}
