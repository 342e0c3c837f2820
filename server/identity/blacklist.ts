import { and, inArray, type SQL, sql } from "drizzle-orm";
import type { BlacklistEffect, BlacklistType } from "~/contract/customer/blacklist";
import type { Db } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { blacklist } from "~/server/database/tables/customer/audience";
import { idsOf, Refusal, type SignedCall, sentenceOf, setRows } from "~/server/lib/call";
import type { Services } from "~/server/lib/services";
import { canonicalIp } from "./canonical-ip";

/** What an entry may name, in the one form that equal values share. */
export interface BlacklistKey {
  type: BlacklistType;
  value: string;
}

/** Entries that count at that moment: also before the nightly job one that has run out does not. */
export const isInForce = (now: Date): SQL<boolean> =>
  sql<boolean>`(${blacklist.status} = 'active' and (${blacklist.expire_at} is null or ${blacklist.expire_at} > ${isoInstant(now)}))`;

async function hitsOf(db: Db, keys: readonly BlacklistKey[], now: Date) {
  if (keys.length === 0) return [];
  const types = sql.param(keys.map(({ type }) => type));
  const values = sql.param(keys.map(({ value }) => value));
  return db
    .select({ id: blacklist.id, effects: blacklist.effects })
    .from(blacklist)
    .where(
      and(
        sql`(${blacklist.type}, ${blacklist.value}) in (select * from unnest(${types}::text[], ${values}::text[]))`,
        isInForce(now),
      ),
    );
}

/** Counts that entries have kept somebody out. */
async function countHits(db: Db, now: Date, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await setRows(db, blacklist, inArray(blacklist.id, [...ids]), {
    hit_count: sql`${blacklist.hit_count} + 1`,
    last_hit_at: isoInstant(now),
    // Counting is no change of the entry.
    updated_at: sql`${blacklist.updated_at}`,
  });
}

/** Whether one of these is kept out of something; it is counted when so. */
export async function blocks(db: Db, now: Date, keys: readonly BlacklistKey[], effect: BlacklistEffect) {
  const hits = (await hitsOf(db, keys, now)).filter(({ effects }) => effects.includes(effect));
  await countHits(db, now, idsOf(hits));
  return hits.length > 0;
}

interface Contact {
  type: string;
  value: string;
}

const isKey = (contact: Contact): contact is BlacklistKey =>
  contact.type === "phone" || contact.type === "email" || contact.type === "wechat" || contact.type === "user";

/** Ends an intake with 40918 when a contact, or the registered user, is listed; the hit is counted though the refused write is rolled back. */
export async function refuseListed(
  { db, services }: Pick<SignedCall, "db" | "services">,
  contacts: readonly Contact[],
): Promise<void> {
  const now = services.now();
  const hits = await hitsOf(db, contacts.filter(isKey), now);
  if (hits.length === 0) return;
  const ids = hits.map(({ id }) => id);
  throw new Refusal(40918, sentenceOf(40918, {}), null, (after) => countHits(after, now, ids));
}

/** Ends an act from outside with 40918 when one of these is kept out of it; the hit is counted though the refused write is rolled back. */
export async function refuseBlocked(
  { db, services }: Pick<SignedCall, "db" | "services">,
  keys: readonly BlacklistKey[],
  effect: BlacklistEffect,
): Promise<void> {
  const now = services.now();
  const ids = (await hitsOf(db, keys, now)).filter(({ effects }) => effects.includes(effect)).map(({ id }) => id);
  if (ids.length === 0) return;
  throw new Refusal(40918, sentenceOf(40918, {}), null, (after) => countHits(after, now, ids));
}

/** Counts the entries that kept contacts out of an import; the import refuses rows and is itself saved. */
export async function countListed(db: Db, now: Date, contacts: readonly Contact[]): Promise<void> {
  const hits = await hitsOf(db, contacts.filter(isKey), now);
  await countHits(db, now, idsOf(hits));
}

export async function isBarred({ db, now }: Services, ip: string): Promise<boolean> {
  const value = canonicalIp(ip);
  return value !== undefined && blocks(db, now(), [{ type: "ip", value }], "block_login");
}
