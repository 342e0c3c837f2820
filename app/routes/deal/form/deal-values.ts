import type { FormValues } from "~/app/blocks/form/field/schema-fields";
import type { DealDetail } from "~/contract/deal/deal-record";

export const dealValues = (record: DealDetail): FormValues => ({
  ...record,
  buyer_id_no: null,
  co_buyers: record.co_buyers.map(({ name, id_type, share }) => ({ name, id_type, id_no: "", share })),
  clue_id: record.clue?.id ?? null,
  inquiry_id: record.inquiry?.id ?? null,
  commission_receivable: record.commission?.commission_receivable ?? null,
  commission_payable: record.commission?.commission_payable ?? null,
});
