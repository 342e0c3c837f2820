import { DealFields } from "~/contract/deal/deal-record";
import { deal } from "~/server/database/tables/deal/deal";
import { entity } from "~/server/lib/entity";

/** What the operation log tells of a deal's edits: no papers and phones, and no commissions, which not everybody sees who reads the log. */
export const deals = entity({
  table: deal,
  module: "deal",
  type: "deal",
  title: "成交",
  separator: "",
  nameOf: ({ deal_no }) => deal_no,
  fields: DealFields.omit({ commission_receivable: true, commission_payable: true }),
  hidden: ["buyer_name", "buyer_phone", "buyer_phone_cc", "buyer_id_no", "co_buyers", "remark", "unit_id", "room_id"],
});
