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
import { checkExportSize, chosen, inOrder, sendExport } from "~/server/resources/shared/export/send";
import { dealOrder, dealRows } from "./list";
import { seesBill, seesCommission } from "./scope";
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
const chunkSize = 500;

/** The list as a spreadsheet: its filters and order, in the columns that the caller is shown. */
export async function exportDeals(call: SignedCall, query: z.output<typeof contract.export.query>): Promise<FileReply> {
  const { db, user } = call;
  const reason = await choiceLabel(call, contract.export.query, "reason", query.reason);
  const { "export.max_rows": limit } = await readSettings(db);
  const where = sql.join(
    [dealRows(call, query), chosen(deal.id, query.ids), ...whereRows(query.where, deal)],
    sql` and `,
  );
  const rows = await db
    .select({ id: deal.id })
    .from(deal)
    .where(where)
    .orderBy(dealOrder(query.sort))
    .limit(limit + 1);
  checkExportSize(rows.length, limit);
  const ids = rows.map(({ id }) => id);
  const fields = fieldsFor(user);
  return sendExport(call, {
    ...{ endpoint: contract.export, module: "deal", name: "成交", count: ids.length, query, reason },
    columns: fields.map((field) => columnOf(DealRow.shape[field], field, columns[field])),
    chunks: async function* () {
      for (let start = 0; start < ids.length; start += chunkSize) {
        const part = ids.slice(start, start + chunkSize);
        const found = await selectDeals(call).where(sql`${deal.id} = any(${sql.param(part)}::bigint[]) and ${where}`);
        const list = inOrder(
          part,
          found.map((one) => toDealRow(one, user)),
          ({ id }) => id,
        );
        yield list.map((row) => fields.map((field) => cellOf(DealRow.shape[field], row[field])));
      }
    },
  });
}
