import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { z } from "zod";
import type { Page, Ref } from "~/contract/common";
import { TransferRow, type transfer } from "~/contract/customer/transfer";
import type { Db } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { customer, transferRequest } from "~/server/database/tables/customer/customer";
import { user } from "~/server/database/tables/system/system";
import { inScope } from "~/server/identity/scope";
import { found, rowOf, type SignedCall } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { cappedCount, listOf, orderOf, queueOrder } from "~/server/lib/list";
import { notify } from "~/server/lib/notify";
import { announceChange } from "~/server/lib/record-change";
import { visibleTo } from "../customer/row";

/** Where requests are listed: the inbox of those who decide, and the applicant's own list. */
export const transferLink = (id: number) => ({ link: "/customer/customerInfor?view=transfer", link_id: id });

/** Ends pending requests for customers whose owner changes, and notifies the applicants except `toUser`. */
export async function closeTransfers(
  db: Db,
  now: Date,
  by: number | null,
  customers: number | readonly number[],
  toUser: number | null,
): Promise<void> {
  const at = isoInstant(now);
  const closed = await db
    .update(transferRequest)
    .set({ status: "cancelled", handled_at: at, updated_at: at })
    .where(and(inArray(transferRequest.customer_id, [customers].flat()), eq(transferRequest.status, "pending")))
    .returning({
      id: transferRequest.id,
      customerId: transferRequest.customer_id,
      applicant: transferRequest.applicant_id,
    });
  const records = closed.map(({ id }) => ({ type: "transfer_request", id }));
  await announceChange(db, by, records);
  const disappointed = closed.filter(({ applicant }) => applicant !== toUser);
  if (disappointed.length === 0) return;
  const rows = await db
    .select({ id: customer.id, no: customer.customer_no })
    .from(customer)
    .where(
      inArray(
        customer.id,
        disappointed.map(({ customerId }) => customerId),
      ),
    );
  const numbers = new Map(rows.map(({ id, no }) => [id, no]));
  await notify(
    db,
    now,
    by,
    disappointed.map(({ id, customerId, applicant }) => ({
      user_id: applicant,
      category: "customer",
      title: "转移申请已关闭",
      content: `客户【${found(numbers.get(customerId))}】的归属已变更，您的转移申请已自动关闭。`,
      ...transferLink(id),
    })),
  );
}

type Query = z.output<typeof transfer.list.query>;

const applicant = alias(user, "applicant");
const owner = alias(user, "owner");
const handler = alias(user, "handler");

/** The requests that a caller decides about: those for customers of owners in their scope. */
export const inbox = (caller: Caller): SQL =>
  caller.permissions.has("customer:info:assign") ? inScope(transferRequest.owner_id, caller, "customer") : sql`false`;

export const ownRequests = (caller: Caller): SQL => eq(transferRequest.applicant_id, caller.id);

const waiting = (caller: Caller) =>
  sql`from ${transferRequest} where ${transferRequest.status} = 'pending' and ${inbox(caller)}`;

export const pendingTransfers = async (db: Db, caller: Caller) => (await cappedCount(db, waiting(caller))).total;

export const waitingTransfers = (caller: Caller): SQL => sql`(select count(*)::int ${waiting(caller)})`;

export function listTransfers(call: SignedCall, query: Query, which: SQL): Promise<Page<TransferRow>> {
  const select = selectTransfers(call).$dynamic();
  const where = and(which, query.status?.length ? inArray(transferRequest.status, query.status) : undefined);
  const { created_at, id } = transferRequest;
  const order =
    query.sort === "due" || query.sort === "-due"
      ? queueOrder(sql`(${transferRequest.status} = 'pending')`, created_at, id)
      : orderOf({ created_at }, query.sort, sql`${id} desc`);
  return listOf(call.db, query, { select, from: transferRequest, where, order }, toTransfer);
}

export async function transferOf(call: SignedCall, id: number): Promise<TransferRow> {
  const [row] = await selectTransfers(call).where(eq(transferRequest.id, id));
  return toTransfer(found(row));
}

export async function transfersOf(call: SignedCall, ids: number[]): Promise<TransferRow[]> {
  return (await selectTransfers(call).where(inArray(transferRequest.id, ids))).map(toTransfer);
}

function selectTransfers({ db, user: caller }: SignedCall) {
  const isPending = sql`${transferRequest.status} = 'pending'`;
  return db
    .select({
      request: transferRequest,
      customer_no: customer.customer_no,
      // Of a customer out of the caller's sight the number is told, which they have named themselves.
      customer_name: sql<string>`case when coalesce(${visibleTo(caller)}, false) then ${customer.name} else ${customer.customer_no} end`,
      last_tracking_at: customer.last_tracking_at,
      owner: { id: owner.id, name: owner.name },
      applicant_name: applicant.name,
      handler: { id: handler.id, name: handler.name },
      may_decide: sql<boolean>`(${isPending} and ${inbox(caller)})`,
      may_cancel: sql<boolean>`(${isPending} and ${ownRequests(caller)})`,
    })
    .from(transferRequest)
    .innerJoin(customer, eq(customer.id, transferRequest.customer_id))
    .innerJoin(applicant, eq(applicant.id, transferRequest.applicant_id))
    .leftJoin(owner, eq(owner.id, customer.owner_id))
    .leftJoin(handler, eq(handler.id, transferRequest.handler_id));
}

type Selected = Awaited<ReturnType<typeof selectTransfers>>[number];

function toTransfer({ request, customer_no, may_decide, may_cancel, ...row }: Selected): TransferRow {
  const customerRef: Ref = { id: request.customer_id, name: row.customer_name };
  return rowOf(TransferRow, request, {
    customer: customerRef,
    customer_no,
    applicant: { id: request.applicant_id, name: row.applicant_name },
    owner: row.owner,
    last_tracking_at: row.last_tracking_at,
    handler: row.handler,
    can: { approve: may_decide, reject: may_decide, cancel: may_cancel },
  });
}
