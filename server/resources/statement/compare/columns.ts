import { type CompareField, compareFields } from "~/contract/clue/statement-kinds";
import type { Habits, Mapping, SheetField, SheetRow } from "~/server/resources/shared/import/columns";
import * as shared from "~/server/resources/shared/import/columns";

const takes: Partial<Record<CompareField, SheetField["takes"]>> = {
  ...({ amount: "money", price: "money", tax: "money", deduction: "money" } as const),
  ...({ signed_at: "day", remark: "note" } as const),
};
/** A field's word can be part of another's (佣金 in 佣金税额), so the more exact fields are tried first. */
const order = [
  ...(["deduction", "tax", "signed_at", "price", "amount"] as const),
  ...(["building", "unit", "estate", "customer", "remark"] as const),
] satisfies CompareField[];

export const compareSheet: readonly SheetField<CompareField>[] = order.map((name) => ({
  ...{ name, label: compareFields[name] },
  takes: takes[name] ?? "text",
}));

export type CompareMapping = Mapping<CompareField>;
/** Field → heading, as confirmed. */
export type Headings = Partial<Record<CompareField, string>>;

const habitsOf = (remembered: Headings): Habits<CompareField> =>
  Object.fromEntries(
    (Object.entries(remembered) as [CompareField, string][]).map(([name, heading]) => [
      shared.headingKey(heading),
      name,
    ]),
  );

/** Finds the columns of a developer's sheet: as confirmed last time, else by common words. The user then confirms them. */
export const recognised = (cells: readonly string[], remembered: Headings = {}): CompareMapping =>
  shared.recognise(cells, compareSheet, habitsOf(remembered), true).mapping;

export const headingRow = (rows: readonly SheetRow[], remembered: Headings = {}): SheetRow | undefined =>
  shared.headingRow(rows, (cells) => recognised(cells, remembered)) ?? rows[0];

/** A mapping by its headings, stored for the developer's next file. */
export const headingsOf = (cells: readonly string[], mapping: CompareMapping): Headings =>
  Object.fromEntries(
    (Object.keys(compareFields) as CompareField[]).flatMap((field) => {
      const column = mapping[field];
      const heading = column === undefined ? "" : (cells[column] ?? "");
      return heading ? [[field, heading]] : [];
    }),
  );
