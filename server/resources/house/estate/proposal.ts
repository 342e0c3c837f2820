import { and, eq, isNotNull, or } from "drizzle-orm";
import { estate, estateAudit, room, unit } from "~/server/database/tables/house/estate";
import { type ActingCall, Refusal, refuse, rowsOf, setRow } from "~/server/lib/call";
import { changedBy } from "~/server/lib/entity";
import { albumRows, recordsOf } from "../album/album-view";
import { giveUp, lockFiles } from "../album/files";
import { writeAlbum } from "../album/replace";
import { closeEmpty, fileUpdate } from "../estate-audit/file";
import { deriveRooms } from "../room/derive";
import { countRooms } from "../unit/state";
import { refuseSameName } from "./check";
import { columnsOf, derivedOf, type Estate, linkMansions, liveFacts, lockEstate, yieldsOf } from "./facts";
import { priceInCny } from "./prices";

type Db = ActingCall["db"];

/** Whether what is material in this estate changes by a review when the caller changes it. */
export const needsReview = ({ user }: Pick<ActingCall, "user">, { audit_status }: Pick<Estate, "audit_status">) =>
  audit_status === "approved" && !user.permissions.has("house:estate:audit");

export async function waitingReview(db: Db, id: number): Promise<{ id: number; action: string } | undefined> {
  const [row] = await db
    .select({ id: estateAudit.id, action: estateAudit.action })
    .from(estateAudit)
    .where(and(eq(estateAudit.estate_id, id), eq(estateAudit.status, "pending")));
  return row;
}

/** Of a new estate that is being reviewed nothing changes until it is withdrawn or decided. */
export function refuseWhileSubmitted({ audit_status }: Pick<Estate, "audit_status">): void {
  if (audit_status === "pending") throw new Refusal(40902, "房源正在审核，请先撤回再修改");
}

export function refuseWhileWaiting(): never {
  throw new Refusal(40902, "房源有变更正在审核，请先处理该审核");
}

/** A change is proposed while nothing, or another change, waits for its review. */
export async function refuseOtherReview({ db }: Pick<ActingCall, "db">, { id }: Pick<Estate, "id">): Promise<void> {
  const waiting = await waitingReview(db, id);
  if (waiting && waiting.action !== "update") refuseWhileWaiting();
}

/** How a material part of an estate that is locked changes by the caller: at once, or by a review. */
export async function modeOf(call: ActingCall, row: Estate): Promise<"live" | "proposed"> {
  refuseWhileSubmitted(row);
  if (needsReview(call, row)) {
    await refuseOtherReview(call, row);
    return "proposed";
  }
  if (await waitingReview(call.db, row.id)) return refuseWhileWaiting();
  return "live";
}

/** A room that a waiting change adds, removes or changes. */
const isStaged = or(eq(room.is_proposed, true), eq(room.is_leaving, true), isNotNull(room.proposed));

/** Makes the waiting proposal of a locked estate its live version. Refuses what has become impossible. Status, messages and log are the caller's. */
export async function applyProposal(call: ActingCall, row: Estate): Promise<void> {
  const { db } = call;
  const live = await liveFacts(db, row);
  const next = { ...live, ...row.proposed };
  const pictures = await albumRows(db, "estate", row.id);
  const plans = await db.select({ id: room.floor_plan_id }).from(room).where(eq(room.estate_id, row.id));
  await lockFiles(db, [...pictures.map(({ media_id }) => media_id), ...plans.map(({ id }) => id)]);
  await refuseSameName(call, row.id, next);
  await setRow(db, estate, row.id, {
    ...columnsOf(next),
    ...yieldsOf(next, live),
    ...derivedOf(next, row.estate_no),
    proposed: null,
    proposed_album: null,
    version: row.version + 1,
    ...changedBy(call),
  });
  await linkMansions(db, row.id, next.mansion_ids);
  const replaced = await applyRooms(db, row.id);
  // Their numbers may have been proposed before there were units.
  await countRooms(db, row.id);
  if (row.proposed_album) {
    const after = await recordsOf(db, row.proposed_album);
    await writeAlbum(call, { type: "estate", id: row.id }, pictures, after);
  }
  await giveUp(call, replaced);
  await deriveRooms(db, row.id);
  await priceInCny(db, eq(estate.id, row.id));
}

/** Rooms as they were proposed; answers the plans that none of them may show any more. */
async function applyRooms(db: Db, estateId: number): Promise<number[]> {
  const staged = await rowsOf(db, room, and(eq(room.estate_id, estateId), isStaged), {
    order: room.id,
    lock: "update",
  });
  for (const { id, is_leaving, proposed } of staged) {
    if (!is_leaving) {
      await setRow(db, room, id, { ...proposed, is_proposed: false, proposed: null });
      continue;
    }
    const units = await db.$count(unit, eq(unit.room_id, id));
    if (units > 0) return refuse(40904, { n: `房号${units}` });
    await db.delete(room).where(eq(room.id, id));
  }
  return staged.flatMap(({ is_leaving, proposed, floor_plan_id }) =>
    is_leaving || proposed?.floor_plan_id !== undefined ? floor_plan_id : [],
  );
}

/** Forgets a locked estate's waiting proposal; raises its version. The caller handles the review. Files no longer shown are swept later. */
export async function dropProposal(db: Db, row: Estate): Promise<void> {
  const ofEstate = eq(room.estate_id, row.id);
  await db.delete(room).where(and(ofEstate, eq(room.is_proposed, true)));
  await db.update(room).set({ is_leaving: false, proposed: null }).where(and(ofEstate, isStaged));
  await setRow(db, estate, row.id, { proposed: null, proposed_album: null, version: row.version + 1 });
}

/** Files the review of what is proposed, anew with each further proposal; where nothing is proposed any more the review is closed. */
export async function fileProposal(call: ActingCall, id: number): Promise<void> {
  const row = await lockEstate(call, id);
  await ((await isProposing(call.db, row)) ? fileUpdate(call, row) : closeEmpty(call, row));
}

async function isProposing(db: ActingCall["db"], { id, proposed, proposed_album }: Estate): Promise<boolean> {
  if (proposed !== null || proposed_album !== null) return true;
  return (await db.$count(room, and(eq(room.estate_id, id), isStaged))) > 0;
}
