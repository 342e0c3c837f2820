import { assignErrorDuration } from "~/app/api/toast";
import { actDialog } from "~/app/blocks/form/act/act-dialog";
import { namesOf } from "~/app/blocks/form/act/act-form";
import type { AllRows } from "~/app/features/bulk/bulk-bar";
import { customerPage } from "~/app/features/customer/customer-path";
import { t } from "~/app/i18n/t";
import { customer } from "~/contract/customer/customer";
import type { CustomerRow } from "~/contract/customer/customer-record";
import { reason } from "~/contract/field";

type Rows = readonly CustomerRow[];

const about = (rows: Rows) =>
  t("客户：{names}", { names: namesOf(rows.map(({ name, customer_no }) => `${name}（${customer_no}）`)) });
const one = (row: CustomerRow) => about([row]);
const record = (row: CustomerRow) => ({ name: row.name, to: customerPage(row) });
const many = (rows: Rows) => ({ body: { ids: rows.map(({ id }) => id) } });

const staff = { name: "user_id", perm: "customer:pool:claim" } as const;
/** A transfer, unlike an assignment out of the pool, says why. */
const why = { reason: reason("转移原因") };
const transfer = { ...customer.assign, body: customer.assign.body.extend(why) };
const transferBatch = { ...customer.assignBatch, body: customer.assignBatch.body.extend(why) };

const transferAll = { ...customer.transferAll, body: customer.transferAll.body.extend(why) };

export const single = {
  assign: actDialog({
    endpoint: customer.assign,
    submitLabel: "分配",
    about: one,
    fields: [staff, "force"],
    record,
    success: () => t("分配成功"),
    errorDuration: assignErrorDuration,
  }),
  transfer: actDialog({
    endpoint: transfer,
    submitLabel: "转移",
    title: () => t("转移客户"),
    about: one,
    fields: [staff, "reason", "force"],
    record,
    success: () => t("转移成功"),
    errorDuration: assignErrorDuration,
  }),
  release: actDialog({
    endpoint: customer.release,
    submitLabel: "释放",
    about: one,
    fields: [{ name: "reason", inSight: true }, "note"],
    success: () => t("已释放到公海"),
  }),
  recycle: actDialog({
    endpoint: customer.recycle,
    submitLabel: "移入回收站",
    about: one,
    fields: ["reason"],
    success: () => t("已移入回收站"),
  }),
};

const transferring = {
  submitLabel: "转移",
  title: () => t("转移客户"),
  fields: [staff, "reason", "force"],
  errorDuration: assignErrorDuration,
} as const;
const releasing = {
  submitLabel: "释放",
  title: () => t("释放到公海"),
  fields: [{ name: "reason", inSight: true }, "note"],
} as const;
const tagging = { submitLabel: "打标签", title: () => t("打标签"), fields: ["add", "remove"] } as const;

const some = { about, input: many };
export const bulk = {
  transfer: actDialog({ endpoint: transferBatch, ...transferring, ...some }),
  release: actDialog({ endpoint: customer.releaseBatch, ...releasing, ...some }),
  recycle: actDialog({
    endpoint: customer.recycleBatch,
    submitLabel: "移入回收站",
    title: () => t("移入回收站"),
    fields: ["reason"],
    ...some,
  }),
  tag: actDialog({ endpoint: customer.tagBatch, ...tagging, ...some }),
  move: actDialog({
    endpoint: customer.moveBatch,
    submitLabel: "移动公海",
    title: () => t("移动到其他公海"),
    fields: ["pool_id"],
    ...some,
  }),
};

const whole = {
  about: ({ count }: AllRows) => t("当前筛选的全部 {count} 位客户", { count }),
  input: ({ query, count }: AllRows) => ({ query, body: { count } }),
};
export const all = {
  transfer: actDialog({ endpoint: transferAll, ...transferring, ...whole }),
  release: actDialog({ endpoint: customer.releaseAll, ...releasing, ...whole }),
  tag: actDialog({ endpoint: customer.tagAll, ...tagging, ...whole }),
};
