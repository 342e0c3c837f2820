import { z } from "zod";
import { BillingLine } from "~/contract/deal/billing-record";
import { type AttachmentType, attachmentTypes } from "~/contract/deal/deal-kinds";
import { DealCreate, DealUpdate } from "~/contract/deal/deal-record";
import type { FieldError } from "~/contract/errors";

const PlanRow = z.object({
  type: BillingLine.shape.type,
  amount: BillingLine.shape.amount,
  due_at: BillingLine.shape.due_at,
});
export type PlanRow = z.output<typeof PlanRow>;

const files = z.array(z.number().int().positive()).max(20, "一次最多20个附件").default([]);
type FileShape = { [K in AttachmentType as `files_${K}`]: typeof files };
export const fileTypes = Object.keys(attachmentTypes) as AttachmentType[];

const papers = Object.fromEntries(
  fileTypes.map((type) => [`files_${type}`, files.meta({ label: attachmentTypes[type], control: "media" })]),
) as FileShape;

export const NewDeal = DealCreate.safeExtend({
  plan: z.array(PlanRow).max(24, "账单最多24条").default([]).meta({ label: "账单", control: "rows" }),
  ...papers,
});

export const EditDeal = DealUpdate.safeExtend({
  bills: z.unknown().optional().meta({ label: "账单" }),
  ...papers,
});

const itemsOf = (typed: z.output<z.ZodObject<FileShape>>) =>
  fileTypes.flatMap((type) => typed[`files_${type}`].map((media_id) => ({ type, media_id })));

export const createBody = ({ plan, ...typed }: z.output<typeof NewDeal>): z.output<typeof DealCreate> => ({
  ...DealCreate.parse(typed),
  attachments: itemsOf(typed),
  bills: plan.map((row, index) => BillingLine.parse({ ...row, period_no: index + 1, currency: typed.currency })),
});

export const updateBody = (typed: z.output<typeof EditDeal>): z.output<typeof DealUpdate> => ({
  ...DealUpdate.parse(typed),
  attachments: itemsOf(typed),
});

export const inForm = (fields: readonly FieldError[], isNew: boolean): FieldError[] =>
  fields.flatMap((one) => {
    if (one.field === "unit_no") return [one, { ...one, field: "unit_id" }];
    const field = one.field.replace(/^attachments(\..*)?$/, "files_subscribe_form");
    return [{ ...one, field: isNew ? field.replace(/^bills\b/, "plan") : field }];
  });
