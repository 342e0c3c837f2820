import { actDialog } from "~/app/blocks/form/act/act-dialog";
import { aboutInquiries, assigneeField, assigning, recordOfInquiry } from "~/app/features/inquiry/assign-dialog";
import { t } from "~/app/i18n/t";
import { reason } from "~/contract/field";
import { inquiry } from "~/contract/inquiry/inquiry";
import type { InquiryRow } from "~/contract/inquiry/inquiry-record";

type Rows = readonly InquiryRow[];

const one = (row: InquiryRow) => aboutInquiries([row]);
const many = (rows: Rows) => ({ body: { ids: rows.map(({ id }) => id) } });
const does =
  <A extends string>(action: A) =>
  (row: InquiryRow) => ({ params: { id: row.id }, body: { action } });

const reassign = { ...inquiry.assign, body: inquiry.assign.body.extend({ reason: reason("改派原因") }) };

const common = { about: one, record: recordOfInquiry };

export const single = {
  assign: assigning,
  reassign: actDialog({
    endpoint: reassign,
    ...common,
    submitLabel: "改派",
    title: () => t("改派询盘"),
    fields: [assigneeField, "reason"],
    input: does("assign"),
    success: () => t("已改派"),
  }),
  contacted: actDialog({
    endpoint: inquiry.contacted,
    ...common,
    submitLabel: "保存跟进",
    title: () => t("跟进询盘"),
    fields: ["type", { name: "result", inSight: true }, "content", "next_at"],
    input: does("contacted"),
    value: () => ({ type: "call" }),
    success: () => t("跟进已保存"),
    draft: ({ id }) => `inquiry-note:${id}`,
  }),
  invalid: actDialog({
    endpoint: inquiry.invalid,
    ...common,
    submitLabel: "标记无效",
    isDanger: true,
    fields: (row: InquiryRow) => [
      { name: "reason", inSight: true } as const,
      ...(row.can.blacklist ? (["blacklist"] as const) : []),
    ],
    input: does("invalid"),
    success: () => t("已标记无效"),
  }),
  close: actDialog({
    endpoint: inquiry.close,
    ...common,
    submitLabel: "关闭询盘",
    fields: ["reason"],
    input: does("close"),
    success: () => t("询盘已关闭"),
  }),
  reopen: actDialog({
    endpoint: inquiry.reopen,
    ...common,
    submitLabel: "重新打开",
    fields: [assigneeField, "reason"],
    input: does("reopen"),
    success: () => t("询盘已重新打开"),
  }),
  remark: actDialog({
    endpoint: inquiry.remark,
    ...common,
    submitLabel: "保存",
    title: () => t("内部备注"),
    fields: ["remark"],
    input: does("remark"),
    value: ({ remark }) => ({ remark }),
    success: () => t("备注已保存"),
  }),
};

export const bulk = {
  assign: actDialog({
    endpoint: inquiry.assignBatch,
    submitLabel: "分配",
    title: () => t("分配询盘"),
    about: aboutInquiries,
    fields: (rows: Rows) => [
      assigneeField,
      ...(rows.some(({ assignee }) => assignee !== null) ? (["reason"] as const) : []),
    ],
    input: many,
  }),
  invalid: actDialog({
    endpoint: inquiry.invalidBatch,
    submitLabel: "标记无效",
    title: () => t("标记询盘无效"),
    isDanger: true,
    about: aboutInquiries,
    fields: [{ name: "reason", inSight: true }],
    input: many,
  }),
};
