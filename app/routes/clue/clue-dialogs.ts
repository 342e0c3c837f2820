import { actDialog } from "~/app/blocks/form/act/act-dialog";
import { aboutClues, approving, handlerField, type NamedClue, recordOfClue } from "~/app/features/clue/approve-dialog";
import { t } from "~/app/i18n/t";
import { clue } from "~/contract/clue/clue";
import { clueInvalidReasons } from "~/contract/clue/clue-kinds";
import type { ClueRow } from "~/contract/clue/clue-record";

type Rows = readonly ClueRow[];
const one = (row: NamedClue) => aboutClues([row]);
const input = ({ id, version }: NamedClue) => ({ params: { id }, body: { version } });
const evidence = { scene: "evidence" } as const;

/** Why a lead is not passed together with others. */
export const whyNotPassed = ({ status, collision, can }: ClueRow): string | undefined => {
  if (status !== "pending") return t("已审核过");
  if (collision) return t("有撞单，需逐条判定");
  return can.approve ? undefined : t("没有审核权限");
};

/** Why it may be refused: as somebody else's once its sheet says so. */
const groundsOf = ({ can, verdict }: ClueRow): string[] =>
  Object.keys(clueInvalidReasons).filter(
    (ground) => !(can.judge || verdict === "this") || (ground !== "duplicate" && ground !== "own_customer"),
  );

const isHidden = ({ phone_mode, phone }: ClueRow) => phone_mode !== "full" && phone.includes("*");

const common = { about: one, input, record: recordOfClue };

export const single = {
  approve: approving,
  reject: actDialog({
    endpoint: clue.reject,
    ...common,
    submitLabel: "驳回",
    title: () => t("驳回"),
    isDanger: true,
    fields: (row: ClueRow) => [
      { name: "invalid_reason", inSight: true, only: groundsOf(row) } as const,
      "note" as const,
    ],
    success: () => t("已标记无效"),
  }),
  visit: actDialog({
    endpoint: clue.visit,
    ...common,
    submitLabel: "登记到访",
    // The photo first: on the phone its camera is under the thumb.
    fields: (row: ClueRow) => [
      { name: "media_ids", media: evidence } as const,
      ...(isHidden(row) ? (["phone"] as const) : []),
      "at" as const,
      "note" as const,
    ],
    success: () => t("已登记到访"),
    draft: ({ id }) => `clue-visit:${id}`,
  }),
  extend: actDialog({
    endpoint: clue.extend,
    ...common,
    submitLabel: "延期",
    title: ({ status }: ClueRow) => (status === "expired" ? t("恢复并延期") : t("延长保护期")),
    fields: ["days", "reason"],
    success: () => t("已延期"),
  }),
  appeal: actDialog({
    endpoint: clue.appeal,
    ...common,
    submitLabel: "申诉",
    fields: ["note", { name: "media_ids", media: evidence }],
    success: () => t("已提交申诉，报备回到待审核"),
    draft: ({ id }) => `clue-appeal:${id}`,
  }),
  cancel: actDialog({
    endpoint: clue.cancel,
    ...common,
    submitLabel: "取消报备",
    isDanger: true,
    fields: ["reason"],
    success: () => t("报备已取消"),
  }),
};

export const bulkApproval = actDialog({
  endpoint: clue.approveBatch,
  submitLabel: "通过",
  title: () => t("批量通过"),
  about: (rows: Rows) => aboutClues(rows),
  fields: [handlerField, "note"],
  input: (rows: Rows) => ({ body: { ids: rows.map(({ id }) => id) } }),
});
