import { levels, stages } from "~/contract/customer/customer-record";
import { options } from "~/server/database/baseline/options";
import { isoInstant } from "~/server/database/tables/columns";
import type {
  customer,
  customerChangeLog,
  customerOwnerLog,
  tracking,
} from "~/server/database/tables/customer/customer";
import { type Calendar, day, minute } from "../shared/calendar";
import type { Random } from "../shared/random";
import { instantOrNull, numbered, stamps } from "../shared/rows";
import { recycleReasons, releaseNotes, remarks, sourceDetails, transferReasons } from "../shared/texts";
import type { Staff } from "../system/staff";
import { describeFollowUps, type FollowUp } from "./follow-ups";
import { type History, makeHistory, type OwnerChange } from "./histories";
import { type CustomerPlan, makePlans } from "./plans";
import { makeProfile, type Places } from "./profiles";

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
  /** In the order of time; the last one's tags are theirs. */
  tagged: Tagging[];
}

/** Tags put on them in one of somebody's bulk acts. */
export interface Tagging {
  at: number;
  by: number;
  before: string[];
  after: string[];
}

const lockDays = 60;
const lostReasonWeights = {
  price: 26,
  competitor: 22,
  postponed: 16,
  policy: 8,
  loan_failed: 7,
  fund: 8,
  location: 7,
  no_contact: 6,
} as const;
type LostReason = keyof typeof lostReasonWeights;
const releaseReasons = "no_intent no_answer not_my_area budget_mismatch language too_many customer_request".split(" ");

interface Making {
  random: Random;
  calendar: Calendar;
  staff: Staff[];
  places: Places;
  nextName: () => string;
  total: number;
  trackings: number;
}

/** Everybody, in the order of creation, numbered as the day's sequence would have. */
export function makePeople({ random, calendar, staff, places, nextName, total, trackings }: Making): Person[] {
  const told = makePlans(random, calendar, staff, total, trackings).map((plan) => {
    const history = makeHistory(random, calendar, plan);
    return { plan, history, at: history.createdAt };
  });
  return numbered(told, "KH").map(({ plan, history, id, no }, index) => {
    // Only a budget makes a promising customer a qualified one (domain C.1.3).
    const isClear = plan.stage === "qualified" || plan.stage === "visited";
    const promising = plan.level === "A" || plan.level === "B";
    const { topic, facts } = makeProfile(
      random,
      places,
      nextName(),
      index,
      isClear || (!promising && random.chance(0.5)),
    );
    return {
      ...{ id, no, plan, history },
      profile: facts,
      followUps: describeFollowUps(random, history.contacts, plan.stage, plan.level, topic),
      remark: random.chance(0.3) ? random.pick(remarks) : null,
      lockedUntil: lockedUntil(random, calendar, plan, history),
      deleteReason: history.deletedAt === null ? null : random.pick(recycleReasons),
      lostReason: plan.stage === "lost" ? random.weighted(lostReasonWeights) : null,
      tagged: [],
    };
  });
}

/** Between the last night's release and now. */
function endedLock({ now, today }: Calendar): number {
  const jobAt = today + 2 * 3_600_000 + minute;
  const lastJob = jobAt < now ? jobAt : jobAt - day;
  return Math.min(lastJob + 30 * minute, now - 1_000);
}

function lockedUntil(random: Random, calendar: Calendar, plan: CustomerPlan, { assignedAt }: History): number | null {
  if (!plan.isLocked || assignedAt === null) return null;
  if (plan.isStale) return endedLock(calendar);
  const held = Math.min(lockDays - 2, Math.floor((calendar.now - assignedAt) / day));
  return calendar.now + (lockDays - random.whole(0, held)) * day;
}

const latestOf = (moments: (number | null | undefined)[]) => Math.max(...moments.map((moment) => moment ?? 0));

/** The row of a customer, its counters computed from its follow-ups. */
export function customerRow(random: Random, person: Person, changeCount: number): typeof customer.$inferInsert {
  const { history, plan, profile, followUps } = person;
  const last = followUps.at(-1);
  const valid = followUps.findLast((followUp) => followUp.isValid);
  const isRecycled = history.deletedAt !== null && history.restoredAt === null;
  const updated = latestOf([
    history.createdAt,
    history.deletedAt,
    last?.at,
    ...history.changes.map((change) => change.at),
    ...person.tagged.map((tagging) => tagging.at),
  ]);
  return {
    id: person.id,
    customer_no: person.no,
    ...profile,
    source_detail: random.chance(0.5) ? (random.shuffle(sourceDetails[profile.source] ?? [])[0] ?? null) : null,
    level: plan.level,
    stage: plan.stage,
    lost_reason: person.lostReason,
    owner_id: history.owner,
    assigned_at: instantOrNull(history.assignedAt),
    assigned_by: history.assignedBy,
    last_owner_id: history.lastOwner,
    first_owner_id: history.changes.find(({ action }) => action === "create")?.to ?? null,
    pool_at: isRecycled ? null : instantOrNull(history.poolAt),
    pool_reason: isRecycled ? null : history.poolReason,
    is_locked: person.lockedUntil !== null,
    locked_until: instantOrNull(person.lockedUntil),
    last_tracking_at: instantOrNull(last?.at ?? null),
    last_valid_tracking_at: instantOrNull(valid?.at ?? null),
    next_tracking_at: history.owner === null ? null : instantOrNull(last?.nextAt ?? null),
    tracking_count: followUps.length,
    remark: person.remark,
    deleted_at: isRecycled ? instantOrNull(history.deletedAt) : null,
    deleted_by: isRecycled ? history.deletedBy : null,
    delete_reason: isRecycled ? person.deleteReason : null,
    version: history.changes.length + changeCount,
    created_at: isoInstant(history.createdAt),
    created_by: history.createdBy,
    updated_at: isoInstant(updated),
    updated_by: history.owner ?? history.lastOwner ?? history.createdBy,
  };
}

export function ownerLogRows(random: Random, { id, history }: Person): (typeof customerOwnerLog.$inferInsert)[] {
  return history.changes.map((change) => ({
    customer_id: id,
    action: change.action,
    from_user: change.from,
    to_user: change.to,
    reason: reasonOf(random, change),
    note: change.action === "release" && random.chance(0.6) ? random.pick(releaseNotes) : null,
    by: change.by,
    at: isoInstant(change.at),
  }));
}

function reasonOf(random: Random, change: OwnerChange): string | null {
  if (change.action === "release") return random.pick(releaseReasons);
  if (change.action === "transfer") return change.reason ?? random.pick(transferReasons);
  return change.poolReason ?? null;
}

/** What was changed on it, field by field. */
export function changeLogRows(random: Random, person: Person): (typeof customerChangeLog.$inferInsert)[] {
  const { id, history, followUps } = person;
  const rows: (typeof customerChangeLog.$inferInsert)[] = [];
  const write = (at: number, by: number | null, action: string, changes: Change[], reason: string | null = null) =>
    rows.push({ customer_id: id, action, changes, reason, by, at: isoInstant(at) });
  for (const followUp of followUps) {
    const changes = [
      ...changed("level", "客户等级", levels, followUp.levelBefore, followUp.levelAfter),
      ...changed("stage", "客户阶段", stages, followUp.stageBefore, followUp.stageAfter),
      ...(followUp.stageAfter === "lost"
        ? changed("lost_reason", "流失原因", options.lost_reason, null, person.lostReason)
        : []),
    ];
    if (changes.length) write(followUp.at, followUp.userId, "track", changes);
  }
  const [first] = followUps;
  if (first && person.remark) {
    write(first.at + minute, first.userId, "update", [said("remark", "备注", person.remark)]);
  } else if (first && person.profile.wechat && random.chance(0.3)) {
    write(first.at + minute, first.userId, "update", [said("wechat", "微信", "******")]);
  }
  if (person.lockedUntil !== null) {
    const at = Math.max(person.lockedUntil - lockDays * day, history.assignedAt ?? 0);
    write(at, history.owner, "lock", [said("locked_until", "锁定至", isoInstant(person.lockedUntil).slice(0, 10))]);
  }
  if (history.deletedAt !== null) write(history.deletedAt, history.deletedBy, "recycle", [], person.deleteReason);
  for (const { at, by, before, after } of person.tagged) {
    write(at, by, "tag", [{ field: "tags", label: "标签", before: tagLabels(before), after: tagLabels(after) }]);
  }
  return rows;
}

const tagLabels = (tags: readonly string[]) => tags.map((tag) => options.customer_tag[tag] ?? tag).join("、") || null;

type Change = { field: string; label: string; before: string | null; after: string | null };

const said = (field: string, label: string, after: string): Change => ({ field, label, before: null, after });

function changed<K extends string>(
  field: string,
  label: string,
  words: Readonly<Record<K, string>>,
  before: K | null,
  after: K | null,
): Change[] {
  return after ? [{ field, label, before: before && words[before], after: words[after] }] : [];
}

/** A follow-up as its row. */
export function trackingRow(
  id: number,
  customerId: number,
  followUp: FollowUp,
  pictures: number[] = [],
): typeof tracking.$inferInsert {
  const { type, direction, content, result, userId: user_id, isValid: is_valid, at } = followUp;
  return {
    ...{ id, customer_id: customerId, type, direction, content, result, user_id, is_valid, media_ids: pictures },
    ...{ tracked_at: isoInstant(at), duration_min: followUp.minutes, next_at: instantOrNull(followUp.nextAt) },
    ...{ stage_before: followUp.stageBefore, stage_after: followUp.stageAfter },
    ...{ level_before: followUp.levelBefore, level_after: followUp.levelAfter },
    ...stamps(at, user_id),
  };
}
