import { eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { z } from "zod";
import type { customer as contract } from "~/contract/customer/customer";
import { TrashedRow } from "~/contract/customer/customer-list";
import { maskContact } from "~/contract/mask";
import { customer } from "~/server/database/tables/customer/customer";
import { inOrder } from "~/server/database/tables/search";
import { user } from "~/server/database/tables/system/system";
import { found, pick, refuse, rowOf, type SignedCall } from "~/server/lib/call";
import { listOf, orderOf, present, within } from "~/server/lib/list";
import { businessOf } from "../open-business";
import { type CustomerRecord, lastHolder, trashOf, visibleTo } from "../row";
import { matchesKeyword } from "./pool-list";

type Query = z.output<typeof contract.trashed.query>;

const lastOwner = alias(user, "last_owner");
const remover = alias(user, "remover");
const target = alias(customer, "merge_target");
const columns = {
  deleted_at: present(customer.deleted_at),
  customer_no: customer.customer_no,
  name: inOrder(customer.name_pinyin),
};

export async function trashPage(call: SignedCall, query: Query): Promise<z.input<typeof contract.trashed.reply>> {
  const { db, user: caller } = call;
  const { keyword, owner_id } = query;
  const where = sql.join(
    [
      trashOf(caller),
      ...(keyword ? [matchesKeyword(keyword, caller)] : []),
      ...(owner_id ? [sql`${lastHolder} = ${owner_id}`] : []),
      ...within(customer.deleted_at, query.deleted_from, query.deleted_to),
    ],
    sql` and `,
  );
  const select = db
    .select({
      customer,
      last_owner: { id: lastOwner.id, name: lastOwner.name },
      deleted_by: { id: remover.id, name: remover.name },
      merged_to: { id: target.id, name: target.customer_no },
      deals: businessOf.deals,
    })
    .from(customer)
    .leftJoin(lastOwner, eq(lastOwner.id, customer.last_owner_id))
    .leftJoin(remover, eq(remover.id, customer.deleted_by))
    .leftJoin(target, eq(target.id, customer.merged_to_id))
    .$dynamic();
  const order = orderOf(columns, query.sort, customer.id);
  const parts = { select, from: customer, where, order };
  return listOf(
    db,
    query,
    parts,
    ({ customer: row, deals, ...refs }): TrashedRow =>
      rowOf(TrashedRow, row, {
        phone: maskContact("phone", row.phone),
        ...refs,
        deleted_at: row.deleted_at ?? refuse(50000),
        can: {
          restore: row.merged_to_id === null && caller.permissions.has("customer:recycle:restore"),
          destroy: deals === 0 && caller.permissions.has("customer:recycle:destroy"),
        },
      }),
  );
}

/** Locks a recycled customer until the commit: 40400 (destroyed), 40301, or 40902 when not recycled. */
export async function lockTrashed({ db, user: caller }: SignedCall, id: number): Promise<CustomerRecord> {
  const [locked] = await pick(db, customer, { row: customer, isVisible: visibleTo(caller) }, eq(customer.id, id), {
    lock: "update",
  });
  const { row, isVisible } = found(locked);
  if (row.destroyed_at) return refuse(40400);
  if (!isVisible) return refuse(40301);
  return row.deleted_at ? row : refuse(40902);
}
