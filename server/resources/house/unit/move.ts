import { eq, inArray, sql } from "drizzle-orm";
import { isFreeFor, promotedHours, type UnitStatus, unitStatuses } from "~/contract/house/unit";
import { isoInstant, sayMinute } from "~/server/database/tables/columns";
import { unit } from "~/server/database/tables/house/estate";
import { user } from "~/server/database/tables/system/system";
import { type AuditAction, type AuditLine, auditAll } from "~/server/lib/audit";
import { type Asking, idsOf, Refusal, refuse, type SignedCall, sentenceOf, setRows } from "~/server/lib/call";
import { notifyBoards, notifyHolders, notifyWaiting } from "./notify";
import { emptyQueue, takeNext } from "./queue";
import {
  countRooms,
  hasRunOut,
  isOver,
  keepUnitLog,
  type LockedUnits,
  stateOf,
  type Unit,
  type UnitEstate,
  unitName,
} from "./state";

interface Way {
  from: readonly UnitStatus[];
  to: UnitStatus;
  label: string;
  action?: AuditAction;
}

/** Every way a unit can go (domain C.4). */
const ways = {
  hold: { from: ["available"], to: "held", label: "锁定房号", action: "claim" },
  promote: { from: ["available"], to: "held", label: "排队转锁定房号", action: "claim" },
  pass: { from: ["held"], to: "held", label: "移交锁定的房号", action: "assign" },
  release: { from: ["held"], to: "available", label: "释放房号", action: "release" },
  expire: { from: ["held"], to: "available", label: "锁定到期，释放房号", action: "release" },
  /** For a deal that is handed in: out of the seller's own hold. */
  reserve: { from: ["available", "held"], to: "reserved", label: "预留房号" },
  sell: { from: ["reserved"], to: "sold", label: "售出房号" },
  free: { from: ["reserved", "sold"], to: "available", label: "成交未成，房号恢复可售" },
  sell_elsewhere: { from: ["available"], to: "sold", label: "标为他渠道已售" },
  close: { from: ["available"], to: "off", label: "设为不售" },
  open: { from: ["off"], to: "available", label: "设为可售" },
} as const satisfies Record<string, Way>;

type Move =
  | { way: "hold"; until: string; customer_id: number | null }
  | { way: "promote"; until: string; to: { id: number; name: string }; customer_id: number }
  | { way: "pass"; to: { id: number; name: string } }
  /** `holder`: whose hold may become it, where not the mover's own. */
  | { way: "reserve"; deal_id: number; holder?: number }
  | { way: "sell"; deal_id: number }
  | { way: "release" | "expire" | "free" | "sell_elsewhere" | "close" | "open" };

/** The one who moves units; a call is one. */
type Mover = Asking & {
  user: { id: number; name: string } | "system";
  origin?: SignedCall["origin"];
};

/** Whether an editor may bring a unit there as it is now. */
export const mayBring = (row: Unit, way: "close" | "open", now: Date): boolean => mayGo(row, { way }, now, null);

/** Whether a deal that is handed in may have a unit: it is for sale, or held by the deal's seller. */
export const mayReserve = (row: Unit, seller: number, now: Date) => mayGo(row, { way: "reserve" }, now, seller);

/** The way in which an editor brings a unit into a state; undefined where they cannot. */
export function editorsWay(from: UnitStatus, to: UnitStatus): "sell_elsewhere" | "close" | "open" | undefined {
  const may = (["sell_elsewhere", "close", "open"] as const).filter(
    (name) => ways[name].to === to && ways[name].from.some((state) => state === from),
  );
  return may[0];
}

/** Moves locked units, all or none: the one place where a unit's state changes (except a bulk import). Ends with 40927 (taken) or 40902. */
export async function moveUnits(mover: Mover, locked: LockedUnits, move: Move): Promise<void> {
  const { db, services } = mover;
  const now = services.now();
  const { estate, units } = locked;
  const by = move.way === "reserve" ? (move.holder ?? idOf(mover)) : idOf(mover);
  const barred = units.find((row) => !mayGo(row, move, now, by));
  if (barred) return isWanted(move) ? refuseTaken(mover, barred, now) : refuse(40902);
  const way: Way = ways[move.way];
  await setRows(db, unit, inArray(unit.id, idsOf(units)), {
    ...columnsOf(mover, move),
    status: way.to,
    version: sql`${unit.version} + 1`,
    updated_at: isoInstant(now),
    updated_by: idOf(mover),
  });
  const lines = units.map((row) => lineOf(mover, locked, row, move));
  await auditAll(mover, lines);
  // An expired hold was not reported before somebody else took the unit.
  const left = move.way === "release" || move.way === "expire" ? [] : units.filter((row) => hasRunOut(row, now));
  const entries = left.map((row) => ({ ...expired, unit_id: row.id, customer_id: row.held_for_customer_id }));
  await keepUnitLog({ db, services, user: "system" }, entries);
  await keepUnitLog(
    mover,
    units.map((row) => ({
      ...{ unit_id: row.id, act: move.way, from_status: stateOf(row, now), to_status: way.to },
      customer_id: customerOf(row, move),
    })),
  );
  const waited = units.filter(({ queue_count }) => queue_count > 0);
  const promoted = way.to === "available" ? await promoteAll(mover, estate, waited) : new Set<number>();
  if (way.to === "sold") await endQueues(mover, estate, waited);
  const isHandedOn = move.way === "pass" || move.way === "reserve" || move.way === "promote";
  const losing = isHandedOn ? units.filter((row) => hasRunOut(row, now)) : units;
  await notifyHolders(db, now, { estate, units: losing }, mover.user, promoted);
  await countRooms(db, estate.id);
  await notifyBoards(db, estate.id, idsOf(units));
}

const expired = { act: "expire", from_status: "held", to_status: "available" } as const;

const idOf = ({ user: by }: Mover): number | null => (by === "system" ? null : by.id);
/** The customer of a move: the one it is held for from now on, or was. */
const customerOf = (row: Unit, move: Move) => ("customer_id" in move ? move.customer_id : row.held_for_customer_id);

/** Passes each freed unit to the first in its queue who still can have it, and returns these units. */
async function promoteAll(mover: Mover, estate: UnitEstate, freed: readonly Unit[]): Promise<Set<number>> {
  const { db, services } = mover;
  const now = services.now();
  const until = isoInstant(now.getTime() + promotedHours * 3_600_000);
  const promoted = new Set<number>();
  for (const { id } of freed) {
    const next = await takeNext(mover, estate, id);
    if (!next) continue;
    const { row, to, customer_id } = next;
    promoted.add(id);
    // Nobody's act: the user who freed it is also told that the next customer has it.
    await moveUnits(
      { db, services, user: "system" },
      { estate, units: [row] },
      { way: "promote", until, to, customer_id },
    );
    const say = (unit: string) => `您排队的房号【${unit}】已为您的客户锁定至${sayMinute(until)}，请尽快确认。`;
    await notifyWaiting(db, now, { estate, row }, [{ user_id: to.id, title: "排队的房号已为您锁定", say }]);
  }
  return promoted;
}

/** Nobody can have what is sold. */
async function endQueues({ db, services }: Mover, estate: UnitEstate, sold: readonly Unit[]): Promise<void> {
  for (const row of sold) {
    const users = await emptyQueue(db, row.id);
    const say = (unit: string) => `您排队的房号【${unit}】已售出，排队已结束。`;
    const told = users.map((user_id) => ({ user_id, title: "排队的房号已售出", say }));
    await notifyWaiting(db, services.now(), { estate, row }, told);
  }
}

const isWanted = ({ way }: Move) => way === "hold" || way === "reserve";

function mayGo(row: Unit, { way }: Pick<Move, "way">, now: Date, by: number | null): boolean {
  const { from }: Way = ways[way];
  const state = stateOf(row, now);
  if (way === "reserve") return isFreeFor({ ...row, status: state }, by, now.getTime());
  // A deal of ours never frees a unit that others sold.
  if (way === "free" && row.sold_by === "other") return false;
  // One that has run out may still be released, by its holder or by the job.
  return from.some((one) => one === state || (one === row.status && (way === "release" || way === "expire")));
}

function columnsOf(mover: Mover, move: Move): Partial<Unit> {
  const empty = { held_by: null, held_until: null, held_for_customer_id: null, deal_id: null, sold_by: null };
  switch (move.way) {
    case "hold":
      return {
        ...{ ...empty, held_by: idOf(mover), held_until: move.until },
        held_for_customer_id: move.customer_id,
      };
    case "promote":
      return { ...empty, held_by: move.to.id, held_until: move.until, held_for_customer_id: move.customer_id };
    case "pass":
      return { held_by: move.to.id };
    case "reserve":
      return { ...empty, deal_id: move.deal_id };
    case "sell":
      return { ...empty, deal_id: move.deal_id, sold_by: "us" };
    case "sell_elsewhere":
      return { ...empty, sold_by: "other" };
    default:
      return empty;
  }
}

function lineOf(mover: Mover, { estate }: LockedUnits, row: Unit, move: Move): AuditLine {
  const way: Way = ways[move.way];
  const name = `${estate.name} ${unitName(row)}`;
  const to = "to" in move ? `给${move.to.name}` : "";
  const until = "until" in move ? `（至${sayMinute(move.until)}）` : "";
  const detail = to + until;
  const before = unitStatuses[stateOf(row, mover.services.now())];
  const after = unitStatuses[way.to];
  return {
    module: "house",
    action: way.action ?? "update",
    target: { type: "unit", id: row.id, name },
    summary: `${way.label} ${name}${detail}`,
    changes: before === after ? [] : [{ field: "status", label: "状态", before, after }],
  };
}

/** Refuses, with the holder and the end of a hold. */
async function refuseTaken({ db }: Mover, row: Unit, now: Date): Promise<never> {
  const status = stateOf(row, now);
  const [holder] =
    status === "held" && row.held_by !== null
      ? await db.select({ id: user.id, name: user.name }).from(user).where(eq(user.id, row.held_by))
      : [];
  const held_until = status === "held" ? row.held_until : null;
  // Its time is over, but others have waited for it: the job passes it on.
  if (isOver(row, now))
    throw new Refusal(40927, `${sentenceOf(40927, {})}（排队客户优先）`, {
      status,
      held_by: holder ?? null,
      held_until,
    });
  const who = holder && held_until ? `${holder.name}，至${sayMinute(held_until)}` : unitStatuses[status];
  const data = { status, held_by: holder ?? null, held_until };
  throw new Refusal(40927, `${sentenceOf(40927, {})}（${who}）`, data);
}
