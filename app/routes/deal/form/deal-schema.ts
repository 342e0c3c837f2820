import { z } from "zod";
import { BillingLine } from "~/contract/deal/billing-record";
import { type AttachmentType, attachmentTypes } from "~/contract/deal/deal-kinds";
import { DealCreate, DealUpdate } from "~/contract/deal/deal-record";
import type { FieldError } from "~/contract/errors";

/** A line of the bill as the wizard asks for it: what the buyer pays the house. */
const PlanRow = z.object({
  type: BillingLine.shape.type,
  amount: BillingLine.shape.amount,
  due_at: BillingLine.shape.due_at,
});
export type PlanRow = z.output<typeof PlanRow>;

const files = z.array(z.number().int().positive()).max(20, "一次最多20个附件").default([]);
type FileShape = { [K in AttachmentType as `files_${K}`]: typeof files };
export const fileTypes = Object.keys(attachmentTypes) as AttachmentType[];

/** The wizard of a new deal: its files by their types, its bill as rows. */
export const NewDeal = DealCreate.safeExtend({
  plan: z.array(PlanRow).max(24, "账单最多24条").default([]).meta({ label: "账单", control: "rows" }),
  // The keys are the types.
  ...(Object.fromEntries(
    fileTypes.map((type) => [`files_${type}`, files.meta({ label: attachmentTypes[type], control: "media" })]),
  ) as FileShape),
});

/** The form of one that is there: files and bill are written by themselves, and stand here for what is said of them. */
export const EditDeal = DealUpdate.safeExtend({
  attachments: z.unknown().optional().meta({ label: "附件" }),
  bills: z.unknown().optional().meta({ label: "账单" }),
});

/** What is posted: files with their types, lines of the bill as the house writes them. */
export function createBody({ plan, ...typed }: z.output<typeof NewDeal>): z.output<typeof DealCreate> {
  return {
    ...DealCreate.parse(typed),
    attachments: fileTypes.flatMap((type) => typed[`files_${type}`].map((media_id) => ({ type, media_id }))),
    bills: plan.map((row, index) => BillingLine.parse({ ...row, period_no: index + 1, currency: typed.currency })),
  };
}

export const updateBody = ({ attachments: _, bills: _bills, ...body }: z.output<typeof EditDeal>) => body;

/** Complaints at the fields that the wizard has: about files and lines of a new deal, about a unit that is chosen on its board. */
export const inWizard = (fields: readonly FieldError[], isNew: boolean): FieldError[] =>
  fields.flatMap((one) => {
    if (one.field === "unit_no") return [one, { ...one, field: "unit_id" }];
    if (!isNew) return [one];
    const field = one.field.replace(/^attachments(\..*)?$/, "files_subscribe_form").replace(/^bills\b/, "plan");
    return [{ ...one, field }];
  });
