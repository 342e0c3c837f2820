import { and, eq, gt, isNull, or } from "drizzle-orm";
import type { Database, Transaction } from "~/server/database/database";
import { blacklist } from "~/server/database/tables/audience";
import { isoInstant } from "~/server/database/tables/columns";

/** What an entry may name, in the one form that equal values share. */
export interface BlacklistKey {
  type: "phone" | "email" | "wechat" | "ip" | "user";
  value: string;
}

/** The entries in force against any of these. */
export async function hitsOf(db: Database | Transaction, keys: readonly BlacklistKey[], now: Date) {
  if (keys.length === 0) return [];
  return db
    .select({ id: blacklist.id, effects: blacklist.effects })
    .from(blacklist)
    .where(
      and(
        or(...keys.map(({ type, value }) => and(eq(blacklist.type, type), eq(blacklist.value, value)))),
        eq(blacklist.status, "active"),
        or(isNull(blacklist.expire_at), gt(blacklist.expire_at, isoInstant(now))),
      ),
    );
}
