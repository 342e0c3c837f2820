import { type ReactNode, useMemo } from "react";
import { useLatest } from "../use-latest";
import type { RowAction } from "./row-action";
import { CardActions, RowActions } from "./row-actions";

type Offered = RowAction | false | undefined;

interface Named<Row> {
  nameOf: (row: Row) => string;
  /** Where a row leads by itself: its card offers no act for that. */
  linkOf?: (row: Row) => string;
}

/** How a list draws a row's actions: anew only with its rows, while a click does what the screen would do now. Undefined where it has none. */
export function useRowActions<Row>(
  actions: ((row: Row) => readonly Offered[]) | undefined,
  { nameOf, linkOf }: Named<Row>,
  isCard: boolean,
): ((row: Row) => ReactNode) | undefined {
  const offered = useLatest((row: Row): readonly Offered[] => actions?.(row) ?? []);
  const hasActions = actions !== undefined;
  return useMemo(() => {
    if (!hasActions) return undefined;
    const run = (row: Row, label: string) => {
      const action = offered(row).find((one) => typeof one === "object" && one.label === label);
      if (action) action.onSelect?.();
    };
    const lasting = (row: Row) => (action: Offered) =>
      typeof action === "object" && action.onSelect ? { ...action, onSelect: () => run(row, action.label) } : action;
    if (!isCard) return (row: Row) => <RowActions actions={offered(row).map(lasting(row))} about={nameOf(row)} />;
    return (row: Row) => {
      const link = linkOf?.(row);
      const others = offered(row).filter((one) => typeof one === "object" && (one.to === undefined || one.to !== link));
      return <CardActions actions={others.map(lasting(row))} about={nameOf(row)} />;
    };
  }, [hasActions, offered, nameOf, linkOf, isCard]);
}
