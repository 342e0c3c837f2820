import { actDialog } from "~/app/blocks/form/act/act-dialog";
import { namesOf } from "~/app/blocks/form/act/act-form";
import type { FormValues } from "~/app/blocks/form/field/schema-fields";
import { t } from "~/app/i18n/t";
import { clue } from "~/contract/clue/clue";
import type { ClueRow } from "~/contract/clue/clue-record";

export type NamedClue = Pick<ClueRow, "id" | "customer_name" | "clue_no"> &
  Partial<Pick<ClueRow, "version" | "handler" | "suggested_handler">>;

export const aboutClues = (rows: readonly NamedClue[]) =>
  t("报备：{names}", { names: namesOf(rows.map((row) => `${row.customer_name}（${row.clue_no}）`)) });

export const cluePath = (id: number) => `/clue/feedback?open=${id}`;

export const recordOfClue = ({ id, customer_name, clue_no }: NamedClue) => ({
  name: `${customer_name}（${clue_no}）`,
  to: cluePath(id),
});

/** Sellers are in other teams than the agents' managers. */
export const handlerField = { name: "handler_id", perm: "clue:clue:advance", inScope: false } as const;

export const approving = actDialog({
  endpoint: clue.approve,
  submitLabel: "通过",
  title: () => t("通过"),
  about: (row: NamedClue) => aboutClues([row]),
  fields: [handlerField, "note"],
  input: ({ id, version }: NamedClue) => ({ params: { id }, body: { version } }),
  value: ({ handler, suggested_handler }: NamedClue): FormValues => ({
    handler_id: handler?.id ?? suggested_handler?.id ?? null,
  }),
  record: recordOfClue,
  success: () => t("已通过"),
});
