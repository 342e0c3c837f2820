import { eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { z } from "zod";
import { customer as contract } from "~/contract/customer/customer";
import { CustomerRow } from "~/contract/customer/customer-record";
import { maskContact } from "~/contract/mask";
import { type Cell, cellOf, columnsOf } from "~/contract/sheet";
import { customer } from "~/server/database/tables/customer/customer";
import { user } from "~/server/database/tables/system/system";
import type { FileReply, SignedCall } from "~/server/lib/call";
import { choiceLabel, lookUp, spelledOut } from "~/server/lib/dictionary";
import { chosen, inOrder, sendList } from "~/server/resources/shared/export/send";
import { claimState } from "../ownership/limits";
import { idleDays, isLockedAt } from "../ownership/pool-clock";
import { type Viewer, viewerOf } from "../view";
import { districtsOf, ownedOrder, ownedRows } from "./owned-list";
import { poolOf, poolOrder } from "./pool-list";

const owner = alias(user, "owner");
const lastOwner = alias(user, "last_owner");

/** The exported columns: those of the list's row, without what only the screen needs. */
const selectExported = ({ db }: SignedCall, now: Date) =>
  db
    .select({
      id: customer.id,
      owner_id: customer.owner_id,
      customer_no: customer.customer_no,
      name: customer.name,
      phone: customer.phone,
      level: customer.level,
      stage: customer.stage,
      source: customer.source,
      intent_country_codes: customer.intent_country_codes,
      intent_estate_ids: customer.intent_estate_ids,
      budget_min: customer.budget_min,
      budget_max: customer.budget_max,
      budget_currency: customer.budget_currency,
      pool_at: customer.pool_at,
      pool_reason: customer.pool_reason,
      tracking_count: customer.tracking_count,
      last_tracking_at: customer.last_tracking_at,
      next_tracking_at: customer.next_tracking_at,
      created_at: customer.created_at,
      owner: owner.name,
      last_owner: lastOwner.name,
      is_locked: isLockedAt(now),
      idle_days: idleDays(now),
    })
    .from(customer)
    .leftJoin(owner, eq(owner.id, customer.owner_id))
    .leftJoin(lastOwner, eq(lastOwner.id, customer.last_owner_id));
type Exported = Awaited<ReturnType<typeof selectExported>>[number];
type ExportField = Exclude<keyof Exported, "id" | "owner_id">;

const shared = [
  "phone",
  "level",
  "stage",
  "source",
  "intent_country_codes",
  "intent_estate_ids",
  "budget_min",
  "budget_max",
  "budget_currency",
] as const satisfies ExportField[];
const poolFields: ExportField[] = [
  "customer_no",
  "name",
  ...shared,
  "pool_at",
  "pool_reason",
  "last_owner",
  "tracking_count",
];
const ownedFields: ExportField[] = [
  "customer_no",
  "name",
  "is_locked",
  ...shared,
  "owner",
  "last_tracking_at",
  "next_tracking_at",
  "idle_days",
  "created_at",
];

interface Asked {
  endpoint: typeof contract.exportPool | typeof contract.export;
  title: string;
  fields: readonly ExportField[];
  where: SQL;
  order: SQL;
  reason: string;
  query: Readonly<Record<string, unknown>>;
}

export async function exportPool(call: SignedCall, query: z.output<typeof contract.exportPool.query>) {
  const reason = await choiceLabel(call, contract.exportPool.query, "reason", query.reason);
  const viewer = await viewerOf(call);
  const claim = await claimState(call.db, call.user.id, viewer.settings, viewer.now);
  return exportCustomers(call, viewer, {
    endpoint: contract.exportPool,
    title: "公海客户",
    fields: poolFields,
    where: sql`${poolOf(query, viewer, claim)} and ${chosen(customer.id, query.ids)}`,
    order: poolOrder(query.sort),
    reason,
    query,
  });
}

export async function exportOwned(call: SignedCall, query: z.output<typeof contract.export.query>): Promise<FileReply> {
  const reason = await choiceLabel(call, contract.export.query, "reason", query.reason);
  const viewer = await viewerOf(call);
  const asked = { ...query, ...(await districtsOf(call.db, query)) };
  return exportCustomers(call, viewer, {
    endpoint: contract.export,
    title: "客户",
    fields: ownedFields,
    where: sql`${ownedRows(asked, call.user, viewer.settings, viewer.now)} and ${chosen(customer.id, query.ids)}`,
    order: ownedOrder(query.sort),
    reason,
    query,
  });
}

function exportCustomers(
  call: SignedCall,
  viewer: Viewer,
  { endpoint, title, fields, where, order, reason, query }: Asked,
): Promise<FileReply> {
  return sendList(call, viewer.settings, {
    ...{ endpoint, module: "customer", name: title, query, reason, table: customer, where, order },
    columns: columnsOf(CustomerRow.shape, fields),
    rows: (ids) => readChunk(call, viewer, { fields, where }, ids),
  });
}

/** Rows that no longer match the query are left out. */
async function readChunk(
  call: SignedCall,
  viewer: Viewer,
  { fields, where }: Pick<Asked, "fields" | "where">,
  ids: number[],
): Promise<Cell[][]> {
  const rows = await selectExported(call, viewer.now).where(
    sql`${customer.id} = any(${sql.param(ids)}::bigint[]) and ${where}`,
  );
  const list = inOrder(ids, rows, ({ id }) => id).map((row) => ({ ...row, phone: phoneOf(row, viewer) }));
  const dictionary = await lookUp(call, CustomerRow, ...list);
  return list.map((row) => {
    const words = spelledOut(dictionary, CustomerRow, row);
    return fields.map((field) => cellOf(CustomerRow.shape[field], words[field]));
  });
}

/** Masked for everybody if the setting says so; else full for the owner and for holders of the code for full numbers. */
function phoneOf(row: Exported, { caller, settings }: Viewer): string | null {
  const isFull = row.owner_id === caller.id || caller.permissions.has("customer:phone:view");
  return isFull && !settings["export.mask_phone"] ? row.phone : maskContact("phone", row.phone);
}
