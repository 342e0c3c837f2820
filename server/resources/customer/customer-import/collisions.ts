import { sql } from "drizzle-orm";
import type { Db } from "~/server/database/database";
import { sentenceOf } from "~/server/lib/call";
import { collisionSentence, otherPool } from "../customer/contact/collision";
import { contactKey, type NormalContact, provingContacts } from "../customer/contact/contacts";
import type { Viewer } from "../customer/view";
import { headingOf } from "./columns";
import type { Wrong } from "./read-row";

interface Hit extends Record<string, unknown> {
  type: string;
  value: string;
  customer_no: string;
  owner_id: string | null;
  owner: string | null;
  is_recycled: boolean;
  pool_id: string | null;
  days: number;
}

/** Which contacts already belong to a customer, or may not come in at all, and what that is called: the rules of `findCollision`, for many at once. */
export async function takenContacts(db: Db, contacts: readonly NormalContact[], { caller, settings, now }: Viewer) {
  const proofs = provingContacts(contacts);
  const taken = new Map<string, Omit<Wrong, "field">>();
  if (proofs.length === 0) return taken;
  const wanted = sql`unnest(${sql.param(proofs.map(({ type }) => type))}::text[],
    ${sql.param(proofs.map(({ value }) => value))}::text[]) as wanted(type, value)`;
  const moment = sql`${now.toISOString()}::timestamptz`;
  const { rows } = await db.execute<Hit>(sql`
    select wanted.type, wanted.value, hit.customer_no, hit.owner_id, holder.name as owner, hit.is_recycled, hit.pool_id, hit.days
    from ${wanted} cross join lateral (
      select c.customer_no, c.owner_id, c.pool_id, c.deleted_at is not null as is_recycled,
        floor(extract(epoch from ${moment} - greatest(c.last_tracking_at, c.assigned_at, c.created_at)) / 86400)::int as days
      from customer_contact contact join customer c on c.id = contact.customer_id
      where contact.type = wanted.type and contact.value_norm = wanted.value and c.merged_to_id is null
      order by c.deleted_at is not null, c.owner_id is null,
        greatest(c.last_tracking_at, c.assigned_at, c.created_at) desc, c.id
      limit 1) hit
    left join "user" holder on holder.id = hit.owner_id`);
  for (const hit of rows) {
    const isOwn = !hit.is_recycled && Number(hit.owner_id) === caller.id;
    const isStale = hit.days >= settings["customer.collision_days"] && !isOwn;
    const code = hit.is_recycled ? 40912 : hit.owner_id === null ? 40911 : isStale ? 40919 : 40910;
    const said = { owner: hit.owner ?? "", no: hit.customer_no, days: Math.max(0, hit.days) };
    const { seen } = caller.pools;
    const isElsewhere = code === 40911 && seen !== "all" && !seen.includes(Number(hit.pool_id));
    const message = isElsewhere ? otherPool : collisionSentence(code, said, isOwn);
    taken.set(`${hit.type}:${hit.value}`, { message });
  }
  const barred = await db.execute<{ type: string; value: string }>(sql`
    select listed.type, listed.value from ${wanted}
    join blacklist listed on listed.type = wanted.type and listed.value = wanted.value
    where listed.status = 'active' and (listed.expire_at is null or listed.expire_at > ${moment})`);
  for (const { type, value } of barred.rows) taken.set(`${type}:${value}`, { message: sentenceOf(40918, {}) });
  return taken;
}

/** What speaks against one row, by its first contact that is taken: of the file itself, or of the database. */
export function collisionOf(
  contacts: readonly NormalContact[],
  seen: ReadonlyMap<string, number>,
  taken: ReadonlyMap<string, Omit<Wrong, "field">>,
): Wrong | undefined {
  for (const contact of provingContacts(contacts)) {
    const field = headingOf(contact.field);
    const row = seen.get(contactKey(contact));
    if (row !== undefined) return { field, message: `${field}与第${row}行重复` };
    const hit = taken.get(contactKey(contact));
    if (hit) return { field, ...hit };
  }
  return undefined;
}
