import { levels, stages } from "~/contract/customer/customer-record";
import { options } from "~/server/database/baseline/options";
import { isoInstant } from "~/server/database/tables/columns";
import type * as tables from "~/server/database/tables/customer/customer";
import { type Base, by, draw, maybe, oneOf } from "../drawn-rows";
import { type Calendar, day, minute } from "../shared/calendar";
import type { Random } from "../shared/random";
import { instantOrNull, numbered, stamps } from "../shared/rows";
import { recycleReasons, releaseNotes, remarks, sourceDetails, transferReasons } from "../shared/texts";
import { describeFollowUps, type FollowUp } from "./follow-ups";
import { type History, makeHistory } from "./histories";
import { type CustomerPlan, makePlans } from "./plans";
import { makeProfile, type Places } from "./profiles";

type Change = { field: string; label: string; before: string | null; after: string | null };

/** A line of what was changed on a customer, field by field. */
interface ChangeLine {
  at: number;
  by: number | null;
  action: string;
  changes: Change[];
  reason: string | null;
}

/** A customer with all that happened to it. */
export interface Person {
  id: number;
  no: string;
  plan: CustomerPlan;
  history: History;
  profile: ReturnType<typeof makeProfile>["facts"];
  followUps: FollowUp[];
  remark: string | null;
  lockedUntil: number | null;
  deleteReason: string | null;
  lostReason: LostReason | null;
  logs: ChangeLine[];
}

const lockDays = 60;
const lostReasons = {
  ...{ price: 26, competitor: 22, postponed: 16, policy: 8, loan_failed: 7, fund: 8, location: 7, no_contact: 6 },
} as const;
type LostReason = keyof typeof lostReasons;
const releaseReasons = "no_intent no_answer not_my_area budget_mismatch language too_many customer_request".split(" ");
const extras = { remark: maybe(0.3, oneOf(remarks)), deleteReason: oneOf(recycleReasons), lostReason: by(lostReasons) };

/** Everybody, in the order of creation, numbered as the day's sequence would have. */
export function makePeople(base: Base, places: Places, total: number, trackings: number): Person[] {
  const { random, calendar, nextName } = base;
  const told = makePlans(base, total, trackings).map((plan) => {
    const history = makeHistory(base, plan);
    return { plan, history, at: history.createdAt };
  });
  return numbered(told, "KH").map(({ plan, history, id, no }, index) => {
    const { stage, level } = plan;
    // Only a budget makes a promising customer a qualified one (domain C.1.3).
    const isClear = stage === "qualified" || stage === "visited";
    const hasBudget = isClear || (level !== "A" && level !== "B" && random.chance(0.5));
    const { topic, facts: profile } = makeProfile(random, places, nextName(), index, hasBudget);
    const { remark, deleteReason, lostReason } = draw(random, extras);
    const person: Person = {
      ...{ id, no, plan, history, profile, remark, logs: [] },
      lockedUntil: lockedUntil(random, calendar, plan, history),
      followUps: describeFollowUps(random, history.contacts, stage, level, topic),
      deleteReason: history.deleted && deleteReason,
      lostReason: stage === "lost" ? lostReason : null,
    };
    writeLogs(random, person);
    return person;
  });
}

function lockedUntil(random: Random, { now, today }: Calendar, plan: CustomerPlan, { assignedAt }: History) {
  if (!plan.isLocked || assignedAt === null) return null;
  const held = Math.min(lockDays - 2, Math.floor((now - assignedAt) / day));
  if (!plan.isStale) return now + (lockDays - random.whole(0, held)) * day;
  // Between the last night's release and now.
  const jobAt = today + 2 * 3_600_000 + minute;
  return Math.min((jobAt < now ? jobAt : jobAt - day) + 30 * minute, now - 1_000);
}

/** What was changed on it until now. */
function writeLogs(random: Random, { history, followUps, logs, ...person }: Person): void {
  const changed = (field: string, label: string, after: string | null, before: string | null = null): Change[] =>
    after ? [{ field, label, before, after }] : [];
  const write = (at: number, by: number | null, action: string, changes: Change[], reason: string | null = null) =>
    logs.push({ at, by, action, changes, reason });
  for (const { at, userId, level_before, level_after, stage_before, stage_after } of followUps) {
    const changes = [
      ...changed("level", "客户等级", level_after && levels[level_after], level_before && levels[level_before]),
      ...changed("stage", "客户阶段", stage_after && stages[stage_after], stage_before && stages[stage_before]),
      ...(stage_after === "lost" && person.lostReason
        ? changed("lost_reason", "流失原因", options.lost_reason[person.lostReason] ?? null)
        : []),
    ];
    if (changes.length) write(at, userId, "track", changes);
  }
  const [first] = followUps;
  if (first && person.remark)
    write(first.at + minute, first.userId, "update", changed("remark", "备注", person.remark));
  else if (first && person.profile.wechat && random.chance(0.3))
    write(first.at + minute, first.userId, "update", changed("wechat", "微信", "******"));
  if (person.lockedUntil !== null) {
    const at = Math.max(person.lockedUntil - lockDays * day, history.assignedAt ?? 0);
    write(at, history.owner, "lock", changed("locked_until", "锁定至", isoInstant(person.lockedUntil).slice(0, 10)));
  }
  if (history.deleted) write(history.deleted.at, history.deleted.by, "recycle", [], person.deleteReason);
}

/** Whose the customer is, as `ownershipOf` keeps it (server/resources/customer). */
export const ownership = ({ owner, lastOwner, assignedAt, assignedBy, poolAt, poolReason }: History) => ({
  ...{ owner_id: owner, assigned_at: instantOrNull(assignedAt), assigned_by: assignedBy, last_owner_id: lastOwner },
  ...{ pool_at: instantOrNull(poolAt), pool_reason: poolReason },
});

/** How often it had been changed by then. */
export const versionAt = ({ history, logs }: Person, moment = Number.POSITIVE_INFINITY) =>
  [...history.changes, ...logs].filter(({ at }) => at <= moment).length;

/** When it was last changed or followed up. */
export const lastEvent = ({ history, followUps, logs }: Person) =>
  Math.max(history.deletedAt ?? 0, ...[...history.changes, ...logs, ...followUps].map(({ at }) => at));

/** The row of a customer, its counters computed from its follow-ups. */
export function customerRow(random: Random, person: Person): typeof tables.customer.$inferInsert {
  const { history, plan, profile, followUps } = person;
  const last = followUps.at(-1);
  const isRecycled = history.deletedAt !== null;
  const keeper = history.owner ?? history.lastOwner ?? history.createdBy;
  return {
    ...{ id: person.id, customer_no: person.no, ...profile, level: plan.level, stage: plan.stage },
    source_detail: random.chance(0.5) ? (random.shuffle(sourceDetails[profile.source] ?? [])[0] ?? null) : null,
    ...{ lost_reason: person.lostReason, remark: person.remark, ...ownership(history) },
    first_owner_id: history.changes[0]?.to ?? null,
    ...{ is_locked: person.lockedUntil !== null, locked_until: instantOrNull(person.lockedUntil) },
    ...{ last_tracking_at: instantOrNull(last?.at), tracking_count: followUps.length },
    last_valid_tracking_at: instantOrNull(followUps.findLast(({ isValid }) => isValid)?.at),
    next_tracking_at: history.owner === null ? null : instantOrNull(last?.nextAt),
    deleted_at: instantOrNull(history.deletedAt),
    deleted_by: isRecycled ? (history.deleted?.by ?? null) : null,
    ...{ delete_reason: isRecycled ? person.deleteReason : null, version: versionAt(person) },
    ...stamps(history.createdAt, history.createdBy, lastEvent(person), keeper),
  };
}

export function ownerLogRows(random: Random, { id, history }: Person): (typeof tables.customerOwnerLog.$inferInsert)[] {
  const reasons = { release: releaseReasons, transfer: transferReasons };
  return history.changes.map(({ action, from, to, reason = null, by, at }) => ({
    ...{ customer_id: id, action, from_user: from, to_user: to, by, at: isoInstant(at) },
    reason: reason ?? (action === "release" || action === "transfer" ? random.pick(reasons[action]) : null),
    note: action === "release" && random.chance(0.6) ? random.pick(releaseNotes) : null,
  }));
}

export const changeLogRows = ({ id, logs }: Person): (typeof tables.customerChangeLog.$inferInsert)[] =>
  logs.map(({ at, ...line }) => ({ customer_id: id, ...line, at: isoInstant(at) }));

/** A follow-up as its row. */
export function trackingRow(id: number, customer_id: number, followUp: FollowUp, media_ids: number[] = []) {
  const { at, userId: user_id, isValid: is_valid, nextAt, tenure: _, ...row } = followUp;
  const moments = { tracked_at: isoInstant(at), next_at: instantOrNull(nextAt), ...stamps(at, user_id) };
  return {
    id,
    customer_id,
    ...row,
    user_id,
    is_valid,
    media_ids,
    ...moments,
  } satisfies typeof tables.tracking.$inferInsert;
}
