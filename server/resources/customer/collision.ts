import { and, eq, isNull, ne, or, sql } from "drizzle-orm";
import type { Ref } from "~/contract/common";
import type { Database, Transaction } from "~/server/database/database";
import { customer, customerContact } from "~/server/database/tables/customer";
import { user } from "~/server/database/tables/system";
import { refuse } from "~/server/lib/refusal";
import type { Settings } from "~/server/lib/settings";
import type { NormalContact } from "./contacts";

interface Collision {
  code: 40910 | 40911 | 40912 | 40919;
  customer_no: string;
  owner: Ref | null;
  pool_at: string | null;
  status: "owned" | "stale" | "pool" | "recycled";
  /** Days without activity. */
  days: number;
}

/** C.1.4 names phones, WeChat and email; LINE and WhatsApp are kept beside them but prove nothing. */
const proving = ({ type }: NormalContact) => type === "phone" || type === "wechat" || type === "email";

/** Lets one writer at a time touch a contact until its commit, so that two equal ones cannot both be new. Before any row is locked. */
export async function lockContacts(db: Database | Transaction, contacts: NormalContact[]): Promise<void> {
  const values = [...new Set(contacts.filter(proving).map(({ type, value }) => `${type}:${value}`))].sort();
  for (const value of values) await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${value}, 0))`);
}

const lastActivity = sql`greatest(${customer.last_tracking_at}, ${customer.assigned_at}, ${customer.created_at})`;

/** The customer who already has one of these contacts: an owned one before the pool's, that before a recycled one (C.1.4). */
export async function findCollision(
  db: Database | Transaction,
  contacts: NormalContact[],
  exceptId: number | undefined,
  settings: Settings,
  now: Date,
): Promise<Collision | undefined> {
  const wanted = contacts
    .filter(proving)
    .map(({ type, value }) => and(eq(customerContact.type, type), eq(customerContact.value_norm, value)));
  if (wanted.length === 0) return undefined;
  const [row] = await db
    .select({
      customer_no: customer.customer_no,
      owner: { id: user.id, name: user.name },
      pool_at: customer.pool_at,
      is_recycled: sql<boolean>`${customer.deleted_at} is not null`,
      days: sql<number>`floor(extract(epoch from ${now.toISOString()}::timestamptz - ${lastActivity}) / 86400)::int`,
    })
    .from(customerContact)
    .innerJoin(customer, eq(customer.id, customerContact.customer_id))
    .leftJoin(user, eq(user.id, customer.owner_id))
    .where(and(or(...wanted), isNull(customer.merged_to_id), exceptId ? ne(customer.id, exceptId) : undefined))
    .orderBy(
      sql`${customer.deleted_at} is not null, ${customer.owner_id} is null, ${lastActivity} desc, ${customer.id}`,
    )
    .limit(1);
  if (!row) return undefined;
  const { is_recycled, ...rest } = row;
  const { code, status } = judge(row, settings["customer.collision_days"]);
  return { code, status, ...rest };
}

function judge(
  row: { is_recycled: boolean; owner: Ref | null; days: number },
  window: number,
): Pick<Collision, "code" | "status"> {
  if (row.is_recycled) return { code: 40912, status: "recycled" };
  if (!row.owner) return { code: 40911, status: "pool" };
  return row.days < window ? { code: 40910, status: "owned" } : { code: 40919, status: "stale" };
}

/** Ends the request with what the collision is, and what may be done about it. */
export function refuseCollision({ code, ...data }: Collision): never {
  return refuse(code, { owner: data.owner?.name ?? "", no: data.customer_no, days: data.days }, data);
}
