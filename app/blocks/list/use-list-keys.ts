import { useNavigate } from "@remix-run/react";
import type { RowAction } from "~/app/blocks/row-action";
import { t } from "~/app/i18n/t";
import { type Shortcut, useShortcuts } from "../shortcuts/shortcuts";
import { nameOfRow } from "./row/open-row";

interface ListKeys<Row> {
  rows: readonly Row[];
  actions: ((row: Row) => readonly (RowAction | false | undefined)[]) | undefined;
  isChosen: boolean;
  /** Shows a table: cards and maps have no present row. */
  isTable: boolean;
}

export function useListKeys<Row extends { id: number }>({ rows, actions, isChosen, isTable }: ListKeys<Row>): void {
  const navigate = useNavigate();
  const offeredBy = (row: Row) =>
    (actions?.(row) ?? []).filter((act): act is RowAction => typeof act === "object" && act.blocked === undefined);

  const run = (key: string) => {
    const at = presentRow();
    if (!at) return step(1);
    const row = rows.find(({ id }) => String(id) === at.dataset.row);
    const act = row && offeredBy(row).find(({ shortcut }) => shortcut === key);
    if (act?.to) navigate(act.to);
    else act?.onSelect?.();
  };
  const open = () => {
    const row = rows.find(({ id }) => String(id) === presentRow()?.dataset.row);
    const acts = row ? offeredBy(row) : [];
    const act = acts.find(({ opens }) => opens) ?? acts.find(({ isPrimary }) => isPrimary) ?? acts[0];
    if (act?.to) navigate(act.to);
    else act?.onSelect?.();
  };

  useShortcuts("list", () => {
    if (!isTable || rows.length === 0) return [];
    const ofRows = new Map(
      rows
        .flatMap(offeredBy)
        .flatMap(({ shortcut, label }): [string, Shortcut][] =>
          shortcut ? [[shortcut, { key: shortcut, label, run: () => run(shortcut) }]] : [],
        ),
    );
    return [
      { key: "J", label: t("下一行"), run: () => step(1) },
      { key: "K", label: t("上一行"), run: () => step(-1) },
      { key: "Enter", label: t("查看"), run: open },
      isChosen && { key: "X", label: t("选择、取消选择"), run: choose },
      ...ofRows.values(),
    ];
  });
}

const rowsShown = () => [...document.querySelectorAll<HTMLElement>("tr[data-row]")];

const presentRow = () =>
  document.activeElement?.closest<HTMLElement>("tr[data-row]") ??
  document.querySelector<HTMLElement>("tr[data-opened]");

function step(by: 1 | -1): void {
  const shown = rowsShown();
  const present = presentRow();
  const next = present ? shown[shown.indexOf(present) + by] : shown[0];
  if (next) focusRow(next);
}

function focusRow(row: HTMLElement): void {
  const name = nameOfRow(row);
  if (!name) row.tabIndex = -1;
  (name ?? row).focus();
}

function choose(): void {
  const row = presentRow();
  if (row) row.querySelector<HTMLInputElement>("input[type=checkbox]:enabled")?.click();
  else step(1);
}
