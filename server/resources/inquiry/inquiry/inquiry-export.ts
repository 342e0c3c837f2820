import { sql } from "drizzle-orm";
import type { z } from "zod";
import { inquiry as contract } from "~/contract/inquiry/inquiry";
import { InquiryRow } from "~/contract/inquiry/inquiry-record";
import { maskContact } from "~/contract/mask";
import { cellOf, columnsOf } from "~/contract/sheet";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import type { SignedCall } from "~/server/lib/call";
import { choiceLabel, lookUp, spelledOut } from "~/server/lib/dictionary";
import { readSettings } from "~/server/lib/settings";
import { whereRows } from "~/server/lib/where";
import { chosen, inOrder, sendList } from "~/server/resources/shared/export/send";
import { inquiryFields, inquiryOrder, inquiryRows } from "./list";
import { selectInquiries, toInquiryRows } from "./view";

const fields = [
  "inquiry_no",
  "kind",
  "name",
  "phone",
  "wechat",
  "email",
  "contact_time",
  "content",
  "platform",
  "estate",
  "assignee",
  "status",
  "is_overdue",
  "first_response_at",
  "created_at",
] as const satisfies (keyof InquiryRow)[];
/** For visas, whose rows only holders of their codes get. */
const visaFields = [
  ...fields,
  "nationality",
  "company_stage",
  "capital_jpy",
  "japanese_level",
  "visa_met",
  "case_stage",
  "scrivener",
] as const satisfies (keyof InquiryRow)[];
/** The columns whose words are in the dictionary. */
const Spelled = InquiryRow.pick({ nationality: true });

export async function exportInquiries(call: SignedCall, query: z.output<typeof contract.export.query>) {
  const reason = await choiceLabel(call, contract.export.query, "reason", query.reason);
  const settings = await readSettings(call.db);
  const asked = [
    await inquiryRows(call, query),
    chosen(inquiry.id, query.ids),
    ...whereRows(query.where, inquiry, inquiryFields),
  ];
  const where = sql.join(asked, sql` and `);
  // Masks unassigned ones, too: full numbers only of the user's own inquiries, unless they may see all.
  const isFull = !settings["export.mask_phone"];
  const isVisas = query.kind?.length === 1 && query.kind[0] === "visa";
  const named: readonly Field[] = isVisas ? visaFields : fields;
  return sendList(call, settings, {
    ...{ endpoint: contract.export, module: "inquiry", name: "询盘", query, reason },
    columns: columnsOf(InquiryRow.shape, named),
    ...{ table: inquiry, where, order: inquiryOrder(query) },
    async rows(ids) {
      const found = await selectInquiries(call).where(
        sql`${inquiry.id} = any(${sql.param(ids)}::bigint[]) and ${where}`,
      );
      const list = inOrder(ids, await toInquiryRows(call, found), ({ id }) => id);
      const contacts = new Map(found.map((one) => [one.inquiry.id, one.inquiry]));
      const words = await lookUp(call, Spelled, ...list);
      return list.map((row) =>
        named.map((field) =>
          cellOf(
            InquiryRow.shape[field],
            field === "nationality"
              ? spelledOut(words, Spelled, row)[field]
              : contactIn(row, field, contacts.get(row.id), call, isFull),
          ),
        ),
      );
    },
  });
}

type Field = (typeof visaFields)[number];
const contactFields: readonly Field[] = ["phone", "wechat", "email"];

/** A contact in full for holders of the code for full numbers, if the setting allows it; else as it is masked. */
function contactIn(
  row: InquiryRow,
  field: Field,
  record: typeof inquiry.$inferSelect | undefined,
  { user }: SignedCall,
  isFull: boolean,
): unknown {
  if (!contactFields.includes(field) || !record) return row[field];
  const name = field as "phone" | "wechat" | "email"; // one of the three above
  if (isFull && (!row.is_masked || user.permissions.has("customer:phone:view"))) return record[name];
  return maskContact(name, record[name]);
}
