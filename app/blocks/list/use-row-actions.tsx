import { type ReactNode, useMemo } from "react";
import { useLatest } from "../use-latest";
import { type RowAction, RowActions } from "./row-actions";

type Offered = RowAction | false | undefined;

/** How a list draws a row's actions: anew only with its rows, while a click does what the screen would do now. Undefined where it has none. */
export function useRowActions<Row>(
  actions: ((row: Row) => readonly Offered[]) | undefined,
  nameOf: (row: Row) => string,
  isTall: boolean,
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
    return (row: Row) => <RowActions actions={offered(row).map(lasting(row))} about={nameOf(row)} isTall={isTall} />;
  }, [hasActions, offered, nameOf, isTall]);
}
