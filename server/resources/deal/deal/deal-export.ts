import { sql } from "drizzle-orm";
import type { z } from "zod";
import { deal as contract } from "~/contract/deal/deal";
import { DealRow } from "~/contract/deal/deal-record";
import { cellOf, columnOf, type SheetColumn } from "~/contract/sheet";
import { deal } from "~/server/database/tables/deal/deal";
import type { FileReply, SignedCall } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { choiceLabel } from "~/server/lib/dictionary";
import { readSettings } from "~/server/lib/settings";
import { whereRows } from "~/server/lib/where";
import { chosen, inOrder, sendList } from "~/server/resources/shared/export/send";
import { dealOrder, dealRows } from "./list";
import { seesBill, seesCommission } from "./record";
import { selectDeals, toDealRow } from "./view";

const facts = [
  "deal_no",
  "customer",
  "buyer_name",
  "estate",
  "building",
  "unit_no",
  "area_sqm",
  "deal_price",
  "currency",
  "fx_rate_to_cny",
  "amount_cny",
  "payment_method",
  "source_type",
  "agent",
  "owner",
  "co_owner",
  "subscribed_at",
  "contracted_at",
  "cancelled_at",
  "status",
] as const;
const bill = ["pay_status", "receivable_total", "received_total", "confirming_total", "open_total"] as const;
const commission = [
  "commission_status",
  "commission_receivable",
  "commission_currency",
  "commission_payable",
  "payable_currency",
] as const;
type Column = (typeof facts | typeof bill | typeof commission)[number];

const fieldsFor = (caller: Caller): Column[] => [
  ...facts,
  ...(seesBill(caller) ? bill : []),
  ...(seesCommission(caller) ? commission : []),
];
const columns: Partial<Record<Column, Partial<SheetColumn>>> = {
  fx_rate_to_cny: { kind: "rate" },
  commission_currency: { label: "应收佣金币种" },
  payable_currency: { label: "应付佣金币种" },
};

export async function exportDeals(call: SignedCall, query: z.output<typeof contract.export.query>): Promise<FileReply> {
  const { db, user } = call;
  const reason = await choiceLabel(call, contract.export.query, "reason", query.reason);
  const where = sql.join(
    [dealRows(call, query), chosen(deal.id, query.ids), ...whereRows(query.where, deal)],
    sql` and `,
  );
  const fields = fieldsFor(user);
  return sendList(call, await readSettings(db), {
    ...{ endpoint: contract.export, module: "deal", name: "成交", query, reason },
    columns: fields.map((field) => columnOf(DealRow.shape[field], field, columns[field])),
    ...{ table: deal, where, order: dealOrder(query.sort) },
    async rows(ids) {
      const found = await selectDeals(call).where(sql`${deal.id} = any(${sql.param(ids)}::bigint[]) and ${where}`);
      const list = found.map((one) => toDealRow(one, user));
      return inOrder(ids, list, ({ id }) => id).map((row) =>
        fields.map((field) => cellOf(DealRow.shape[field], row[field])),
      );
    },
  });
}
