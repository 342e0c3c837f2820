import { randomUUID } from "node:crypto";
import type { Database } from "~/server/database/database";
import { share } from "~/server/database/tables/share/share";
import { days, put } from "./factories";

let made = 0;

/** Inserts what somebody sent: one estate, in Chinese, for thirty days, unless given otherwise. */
export async function makeShare(
  db: Database,
  given: Partial<typeof share.$inferInsert> & Pick<typeof share.$inferInsert, "user_id" | "title">,
) {
  return put(db, share, {
    share_no: `FX26111900${String(++made).padStart(4, "0")}`,
    ...{ kind: "estate", language: "zh", currency: "CNY", token_hash: randomUUID(), expires_at: days(30) },
    snapshot: { day: "2026-11-20", estates: [], quote: null },
    ...given,
  });
}
