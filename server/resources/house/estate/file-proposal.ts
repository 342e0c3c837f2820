import { and, eq } from "drizzle-orm";
import { room } from "~/server/database/tables/house/estate";
import type { ActingCall } from "~/server/lib/call";
import { closeEmpty, fileUpdate } from "../estate-audit/file";
import { type Estate, lockEstate } from "./lock";
import { isStaged } from "./proposal";

/** Files the review of what is proposed, anew with each further proposal; where nothing is proposed any more the review is closed. */
export async function fileProposal(call: ActingCall, id: number): Promise<void> {
  const row = await lockEstate(call, id);
  await ((await isProposing(call.db, row)) ? fileUpdate(call, row) : closeEmpty(call, row));
}

async function isProposing(db: ActingCall["db"], { id, proposed, proposed_album }: Estate): Promise<boolean> {
  if (proposed !== null || proposed_album !== null) return true;
  return (await db.$count(room, and(eq(room.estate_id, id), isStaged))) > 0;
}
