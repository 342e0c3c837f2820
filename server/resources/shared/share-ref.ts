import { eq } from "drizzle-orm";
import type { Ref } from "~/contract/common";
import { mayCall } from "~/contract/endpoint";
import { share as contract } from "~/contract/share/share";
import { share } from "~/server/database/tables/share/share";
import type { Looking } from "~/server/lib/call";

/** The share that a record came from, by its number; for who sees shares. */
export async function shareRef({ db, user }: Looking, id: number | null): Promise<Ref | null> {
  if (id === null || !mayCall(user, contract.get)) return null;
  const [row] = await db.select({ id: share.id, name: share.share_no }).from(share).where(eq(share.id, id));
  return row ?? null;
}
