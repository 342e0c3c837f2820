import { eq } from "drizzle-orm";
import type { Db } from "~/server/database/database";
import { share } from "~/server/database/tables/share/share";
import { rowsOf } from "~/server/lib/call";
import { hashOf } from "./create";
import { type ShareRecord, statusOf } from "./view";

/** What is at a token at a moment: a share, one that is over, or nothing. */
export type AtToken = { is: "open" | "over"; row: ShareRecord } | { is: "missing"; row?: undefined };

export async function shareAt(db: Db, token: string, now: Date): Promise<AtToken> {
  const [row] = await rowsOf(db, share, eq(share.token_hash, hashOf(token)));
  if (!row) return { is: "missing" };
  return { is: statusOf(row, now) === "active" ? "open" : "over", row };
}
