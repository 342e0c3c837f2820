import { t } from "~/app/i18n/t";
import { type DueLine, type ItemChoice, itemKey } from "~/contract/clue/statement";

// What is typed into the lines of a statement, and what it says.

export type EditedLine = Omit<DueLine, "is_carried"> & { is_carried?: boolean };

export interface TypedLine {
  isChosen: boolean;
  adjust: string;
  reason: string;
  note: string;
}

export type PresentLine = Pick<ItemChoice, "clue_id" | "part" | "kind"> & {
  adjust_amount: string;
  adjust_reason: string | null;
  note: string | null;
};

export const blank: TypedLine = { isChosen: false, adjust: "", reason: "", note: "" };

/** As the draft has it; without one all that is due is chosen. */
export const beginning = (lines: readonly EditedLine[], present: readonly PresentLine[] | undefined) => {
  const held = new Map(present?.map((one) => [itemKey(one), one]));
  return Object.fromEntries(
    lines.map((line): [string, TypedLine] => {
      const one = held.get(itemKey(line));
      const adjust = one && Number(one.adjust_amount) !== 0 ? one.adjust_amount : "";
      const isChosen = present === undefined || one !== undefined;
      return [itemKey(line), { isChosen, adjust, reason: one?.adjust_reason ?? "", note: one?.note ?? "" }];
    }),
  );
};

export const rateOf = (text: string): number | undefined => {
  const rate = /^\d{1,2}(\.\d{1,2})?$/.test(text.trim() || "0") ? Number(text.trim() || "0") : Number.NaN;
  return rate >= 0 && rate <= 30 ? rate : undefined;
};

export const amountOf = (text: string): string | undefined =>
  text.trim() === "" ? "0" : /^-?\d{1,14}(\.\d{1,2})?$/.test(text.trim()) ? text.trim() : undefined;

export interface LineError {
  adjust?: string;
  reason?: string;
}

export function errorOf({ adjust, reason }: TypedLine): LineError | undefined {
  const amount = amountOf(adjust);
  if (amount === undefined) return { adjust: t("须为金额，最多两位小数，可为负数") };
  return Number(amount) !== 0 && reason.trim().length < 2 ? { reason: t("请填写调整原因") } : undefined;
}

export const choiceOf = ({ clue_id, part, kind }: EditedLine, { adjust, reason, note }: TypedLine): ItemChoice => ({
  ...{ clue_id, part, kind },
  adjust_amount: amountOf(adjust) ?? "0",
  adjust_reason: reason.trim() || null,
  note: note.trim() || null,
});
