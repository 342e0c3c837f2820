import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { JudgementParty } from "~/contract/clue/clue-kinds";
import type { judgement as contract, Sheet } from "~/contract/clue/judgement";
import type { Reply } from "~/contract/endpoint";
import { agent } from "~/server/database/tables/agent/agent";
import { clue, judgement } from "~/server/database/tables/clue/clue";
import { customer, tracking } from "~/server/database/tables/customer/customer";
import { estate } from "~/server/database/tables/house/estate";
import { user } from "~/server/database/tables/system/system";
import { found, type Looking, type SignedCall } from "~/server/lib/call";
import { readSettings } from "~/server/lib/settings";
import { visibleTo } from "~/server/resources/customer/customer/row";
import { trackingScope } from "~/server/resources/customer/tracking/tracking-view";
import { shownPictures } from "~/server/resources/shared/pictures";
import { peekClue } from "../clue/change";
import { findAround, type Ruling, ruledBy, staffCollision } from "../clue/collision";
import { type ClueRecord, isSuper, shownPhone } from "../clue/scope";
import { collectParties } from "./evidence";
import type { SheetRecord } from "./sheet";

type Judgement = Reply<typeof contract.get>;

/** Whether a sheet may be decided: of what waits for its review, or of a masked one, whose full number the visit has still to show. */
export const isJudged = ({ status, phone_e164 }: Pick<ClueRecord, "status" | "phone_e164">): boolean =>
  status === "pending" || (status === "valid" && phone_e164 === null);

/** Both sides of a lead that the caller sees: as they are now while it is open, as they were once it is decided. */
export async function readJudgement(call: SignedCall, id: number): Promise<Judgement> {
  return judgementOf(call, await peekClue(call, id));
}

export async function judgementOf(looking: Looking, row: ClueRecord): Promise<Judgement> {
  const { db, services } = looking;
  const now = services.now();
  const settings = await readSettings(db);
  const around = await findAround(db, row, settings, now);
  const ruling = ruledBy(around, row, settings, now);
  const kept = await db.select().from(judgement).where(eq(judgement.clue_id, row.id)).orderBy(desc(judgement.no));
  const [last, ...rest] = kept;
  const opened = last?.verdict ? undefined : last;
  const isOpen = opened !== undefined || (isJudged(row) && ruling.collision !== null && last === undefined);
  const live: Kept | undefined = isOpen
    ? {
        ...ruled(ruling),
        ...blank,
        no: opened?.no ?? 1,
        version: opened?.version ?? 0,
        parties: await collectParties(db, row, around),
      }
    : undefined;
  const sheets: Kept[] = [...(live ? [live] : last ? [last] : []), ...rest];
  const read = await readerOf(looking, row, sheets);
  const [sheet, ...earlier] = sheets.map((one) => read(one));
  const [named] = await db
    .select({
      clue_no: clue.clue_no,
      agent: { id: agent.id, name: agent.name, manager_id: agent.manager_id },
      estate: { id: estate.id, name: estate.name },
    })
    .from(clue)
    .innerJoin(agent, eq(agent.id, clue.agent_id))
    .innerJoin(estate, eq(estate.id, clue.estate_id))
    .where(eq(clue.id, row.id));
  const about = found(named);
  return {
    clue: {
      id: row.id,
      clue_no: row.clue_no,
      customer_name: row.customer_name,
      phone_cc: row.phone_cc,
      phone: shownPhone(row, about.agent.manager_id, looking.user),
      estate: about.estate,
      agent: { id: about.agent.id, name: about.agent.name },
      status: row.status,
    },
    collision: ruling.collision && staffCollision(ruling.collision),
    sheet: sheet ?? null,
    earlier,
  };
}

type Kept = Pick<
  SheetRecord,
  | "no"
  | "version"
  | "certain"
  | "parties"
  | "rule_result"
  | "rule_sentence"
  | "verdict"
  | "reason"
  | "media_ids"
  | "decided_by"
  | "decided_at"
>;
const blank = { verdict: null, reason: null, media_ids: [], decided_by: null, decided_at: null };
const ruled = ({ certain, rule_result, rule_sentence }: Ruling) => ({ certain, rule_result, rule_sentence });

async function readerOf(
  { db, user: caller, services }: Looking,
  row: ClueRecord,
  sheets: readonly Kept[],
): Promise<(sheet: Kept) => Sheet> {
  const parties = sheets.flatMap((one) => one.parties);
  const idsOf = (kind: JudgementParty["kind"]) => [
    ...new Set(parties.flatMap((one) => (one.kind === kind ? [one.id] : []))),
  ];
  const reports = await numbersOf(db, idsOf("clue"));
  const seen = caller.permissions.has("customer:info:view")
    ? await seenCustomers(db, caller, idsOf("customer"))
    : new Map<number, string>();
  const evidence = parties.flatMap((one) => one.evidence);
  const followUps = evidence.flatMap(({ tracking_id }) => tracking_id ?? []);
  const said =
    seen.size && caller.permissions.has("customer:tracking:view")
      ? await contentsOf(db, caller, followUps)
      : new Map<number, string>();
  const shown = await shownPictures({ db, services }, [
    ...evidence.flatMap(({ media_ids = [] }) => media_ids),
    ...sheets.flatMap((one) => one.media_ids),
  ]);
  const deciders = sheets.flatMap((one) => one.decided_by ?? []);
  const people = await namesOfPeople(db, deciders);
  const mayDecide = caller.permissions.has("clue:clue:audit") && isJudged(row);
  return (sheet) => ({
    ...{ no: sheet.no, version: sheet.version, certain: sheet.certain },
    parties: sheet.parties.map(({ evidence: _, is_this = false, ...party }) => ({
      ...party,
      is_this,
      id: party.kind === "clue" || seen.has(party.id) ? party.id : null,
      no: (party.kind === "clue" ? reports : seen).get(party.id) ?? null,
    })),
    timeline: sheet.parties
      .flatMap(({ kind: side, id, evidence: lines }, party) =>
        lines.map(({ kind, at, text, media_ids = [], tracking_id }) => ({
          ...{ at, party, kind, text },
          detail: tracking_id === undefined ? null : (said.get(tracking_id) ?? null),
          media: side === "clue" || seen.has(id) ? shown(media_ids) : [],
        })),
      )
      .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.party - b.party)),
    ...{
      rule_result: sheet.rule_result,
      rule_sentence: sheet.rule_sentence,
      verdict: sheet.verdict,
      reason: sheet.reason,
    },
    media: shown(sheet.media_ids),
    decided_by: sheet.decided_by === null ? null : { id: sheet.decided_by, name: people.get(sheet.decided_by) ?? "" },
    decided_at: sheet.decided_at,
    can: { decide: mayDecide && sheet.verdict === null, override: isSuper(caller) || !sheet.certain },
  });
}

type Db = Looking["db"];

async function numbersOf(db: Db, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.select({ id: clue.id, no: clue.clue_no }).from(clue).where(inArray(clue.id, ids));
  return new Map(rows.map(({ id, no }) => [id, no]));
}

async function seenCustomers(db: Db, caller: Looking["user"], ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: customer.id, no: customer.customer_no })
    .from(customer)
    .where(and(inArray(customer.id, ids), isNull(customer.deleted_at), visibleTo(caller)));
  return new Map(rows.map(({ id, no }) => [id, no]));
}

async function contentsOf(db: Db, caller: Looking["user"], ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: tracking.id, content: tracking.content })
    .from(tracking)
    .innerJoin(customer, eq(customer.id, tracking.customer_id))
    .where(
      and(
        inArray(tracking.id, ids),
        isNull(tracking.deleted_at),
        trackingScope(caller),
        sql`coalesce(${visibleTo(caller)}, false)`,
      ),
    );
  return new Map(rows.map(({ id, content }) => [id, content]));
}

async function namesOfPeople(db: Db, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.select({ id: user.id, name: user.name }).from(user).where(inArray(user.id, ids));
  return new Map(rows.map(({ id, name }) => [id, name]));
}
