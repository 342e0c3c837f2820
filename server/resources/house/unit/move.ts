import { eq, inArray, sql } from "drizzle-orm";
import { type UnitStatus, unitStatuses } from "~/contract/house/unit";
import { isoInstant } from "~/server/database/tables/columns";
import { unit } from "~/server/database/tables/house/estate";
import { user } from "~/server/database/tables/system/system";
import { type AuditAction, type AuditLine, auditAll } from "~/server/lib/audit";
import type { SignedCall } from "~/server/lib/call";
import { Refusal, refuse, sentenceOf } from "~/server/lib/refusal";
import { countRooms } from "./count";
import { notifyBoards, notifyHolders } from "./notify";
import { hasRunOut, type LockedUnits, sayMinute, stateOf, type Unit, unitName } from "./state";

interface Way {
  from: readonly UnitStatus[];
  to: UnitStatus;
  /** What the log calls it. */
  label: string;
  action?: AuditAction;
}

/** Every way a unit can go (C.4). */
const ways = {
  hold: { from: ["available"], to: "held", label: "锁定房号", action: "claim" },
  /** To whoever takes over the work of who leaves. */
  pass: { from: ["held"], to: "held", label: "移交锁定的房号", action: "assign" },
  release: { from: ["held"], to: "available", label: "释放房号", action: "release" },
  expire: { from: ["held"], to: "available", label: "锁定到期，释放房号", action: "release" },
  /** For a deal that is handed in: out of the seller's own hold. */
  reserve: { from: ["available", "held"], to: "reserved", label: "预留房号" },
  sell: { from: ["reserved"], to: "sold", label: "售出房号" },
  /** A deal has come to nothing. */
  free: { from: ["reserved", "sold"], to: "available", label: "成交未成，房号恢复可售" },
  sell_elsewhere: { from: ["available"], to: "sold", label: "标为他渠道已售" },
  close: { from: ["available"], to: "off", label: "设为不售" },
  open: { from: ["off"], to: "available", label: "设为可售" },
} as const satisfies Record<string, Way>;

type Move =
  | { way: "hold"; until: string }
  | { way: "pass"; to: { id: number; name: string } }
  | { way: "reserve" | "sell"; deal_id: number }
  | { way: "release" | "expire" | "free" | "sell_elsewhere" | "close" | "open" };

/** Who moves units; a call is one. */
type Mover = Pick<SignedCall, "db" | "services"> & {
  user: { id: number; name: string } | "system";
  origin?: SignedCall["origin"];
};

/** By which way an editor brings a unit into a state; undefined where they cannot. */
export function editorsWay(from: UnitStatus, to: UnitStatus): "sell_elsewhere" | "close" | "open" | undefined {
  const may = (["sell_elsewhere", "close", "open"] as const).filter(
    (name) => ways[name].to === to && ways[name].from.some((state) => state === from),
  );
  return may[0];
}

/**
 * Moves units that are locked for it, all of them or none: the one place where a unit's state changes (an import of many apart). Counts the rooms
 * anew, writes a line each, and tells boards and former holders with the commit. Ends the request with 40927 (to be held or reserved, but not
 * to be had) or 40902.
 */
export async function moveUnits(mover: Mover, locked: LockedUnits, move: Move): Promise<void> {
  const { db, services } = mover;
  const now = services.now();
  const { estate, units } = locked;
  const barred = units.find((row) => !mayGo(row, move, now, idOf(mover)));
  if (barred) return isWanted(move) ? refuseTaken(mover, barred, now) : refuse(40902);
  const way: Way = ways[move.way];
  await db
    .update(unit)
    .set({
      ...columnsOf(mover, move),
      status: way.to,
      version: sql`${unit.version} + 1`,
      updated_at: isoInstant(now),
      updated_by: idOf(mover),
    })
    .where(
      inArray(
        unit.id,
        units.map(({ id }) => id),
      ),
    );
  await auditAll(
    mover,
    units.map((row) => lineOf(mover, locked, row, move)),
  );
  const isHandedOn = move.way === "pass" || move.way === "reserve";
  const losing = isHandedOn ? units.filter((row) => hasRunOut(row, now)) : units;
  await notifyHolders(db, now, { estate, units: losing }, mover.user);
  await countRooms(db, estate.id);
  await notifyBoards(
    db,
    estate.id,
    units.map(({ id }) => id),
  );
}

const idOf = ({ user: by }: Mover): number | null => (by === "system" ? null : by.id);
const isWanted = ({ way }: Move) => way === "hold" || way === "reserve";

function mayGo(row: Unit, { way }: Move, now: Date, by: number | null): boolean {
  const { from }: Way = ways[way];
  const state = stateOf(row, now);
  if (way === "reserve" && state === "held") return row.held_by === by;
  // What others have sold no deal of ours frees.
  if (way === "free" && row.sold_by === "other") return false;
  // One that has run out may still be released, by its holder or by the job.
  return from.some((one) => one === state || (one === row.status && (way === "release" || way === "expire")));
}

function columnsOf(mover: Mover, move: Move): Partial<Unit> {
  const empty = { held_by: null, held_until: null, deal_id: null, sold_by: null };
  switch (move.way) {
    case "hold":
      return { ...empty, held_by: idOf(mover), held_until: move.until };
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
  const detail =
    move.way === "hold" ? `（至${sayMinute(move.until)}）` : move.way === "pass" ? `给${move.to.name}` : "";
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

/** Says who has it and until when, as far as somebody has. */
async function refuseTaken({ db }: Mover, row: Unit, now: Date): Promise<never> {
  const status = stateOf(row, now);
  const [holder] =
    status === "held" && row.held_by !== null
      ? await db.select({ id: user.id, name: user.name }).from(user).where(eq(user.id, row.held_by))
      : [];
  const held_until = status === "held" ? row.held_until : null;
  const who = holder && held_until ? `${holder.name}，至${sayMinute(held_until)}` : unitStatuses[status];
  const data = { status, held_by: holder ?? null, held_until };
  throw new Refusal(40927, `${sentenceOf(40927, {})}（${who}）`, data);
}
