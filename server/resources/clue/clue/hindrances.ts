import { and, inArray, isNull } from "drizzle-orm";
import { competingStatuses } from "~/contract/clue/clue-kinds";
import { takingStatuses } from "~/contract/deal/deal-kinds";
import { clue } from "~/server/database/tables/clue/clue";
import { deal } from "~/server/database/tables/deal/deal";
import { type Actor, pick, Refusal, type SignedCall, sentenceOf } from "~/server/lib/call";
import { holdsAt, stateOf } from "./protection";
import type { ClueRecord } from "./scope";

// What prevents an act is computed here: for the act, which refuses, and for the list and the page, which disable it (domain C.6).

type Db = Actor["db"];

async function dealsUnderWay(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await pick(
    db,
    deal,
    ["clue_id", "deal_no"],
    and(inArray(deal.clue_id, [...ids]), isNull(deal.deleted_at), inArray(deal.status, [...takingStatuses])),
  );
  return new Map(rows.flatMap(({ clue_id, deal_no }) => (clue_id === null ? [] : [[clue_id, deal_no]])));
}

/** Why a lead cannot be cancelled: its deal would go on without its agent. */
const cancelHindrance = (dealNo: string | undefined) =>
  dealNo && `该报备的成交${dealNo}正在进行，请在成交中撤回、驳回或退订、退房`;

export async function checkUnbound({ db }: Pick<SignedCall, "db">, id: number): Promise<void> {
  const hindrance = cancelHindrance((await dealsUnderWay(db, [id])).get(id));
  if (hindrance) throw new Refusal(40902, hindrance);
}

/** Reports of other agents that certainly have the customers of these expired leads by now, by the number of the expired lead. */
export async function takersOf(db: Db, rows: readonly ClueRecord[], now: Date): Promise<Map<number, ClueRecord>> {
  const known = rows.filter(({ phone_e164 }) => phone_e164 !== null);
  if (known.length === 0) return new Map();
  const each = <K extends "phone_suffix" | "phone_prefix" | "estate_id">(name: K) => [
    ...new Set(known.map((row) => row[name])),
  ];
  const others = await db
    .select()
    .from(clue)
    .where(
      and(
        inArray(clue.phone_suffix, each("phone_suffix")),
        inArray(clue.phone_prefix, each("phone_prefix")),
        inArray(clue.estate_id, each("estate_id")),
        inArray(clue.status, [...competingStatuses]),
      ),
    )
    .orderBy(clue.created_at, clue.id);
  return new Map(
    known.flatMap((row) => {
      const taker = others.find(
        (one) =>
          one.estate_id === row.estate_id &&
          one.phone_e164 === row.phone_e164 &&
          one.agent_id !== row.agent_id &&
          // A later one that waits for its review has not taken the customer yet.
          (one.id < row.id || one.status !== "pending") &&
          holdsAt(one, now),
      );
      return taker ? [[row.id, taker]] : [];
    }),
  );
}

/** What prevents the acts that the leads' states would allow, by lead number. */
export async function hindrancesOf(db: Db, rows: readonly ClueRecord[], now: Date) {
  const isRunning = ({ status }: ClueRecord) => status === "valid" || status === "visited";
  const running = rows.flatMap((row) => (isRunning(row) ? row.id : []));
  const deals = await dealsUnderWay(db, running);
  const takers = await takersOf(
    db,
    rows.filter(({ status }) => status === "expired"),
    now,
  );
  return new Map(
    rows.map(({ id }) => {
      const cancel = cancelHindrance(deals.get(id));
      const taker = takers.get(id);
      return [
        id,
        {
          ...(cancel && { cancel, deal: "该报备已有进行中的成交" }),
          ...(taker && { renew: sentenceOf(40921, { state: stateOf(taker) }) }),
        },
      ];
    }),
  );
}
