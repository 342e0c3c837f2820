import type { Permission } from "~/contract/permissions";
import { isoInstant } from "~/server/database/tables/columns";
import type { customerChangeLog } from "~/server/database/tables/customer/customer";
import type { batch, batchRow } from "~/server/database/tables/system/system";
import { type Calendar, minute } from "../shared/calendar";
import type { Random } from "../shared/random";
import type { Staff } from "../system/staff";
import type { Person } from "./customers";
import type { History, OwnerChange, PoolReason } from "./histories";

type Act = "assign" | "release" | "tag";

/** A bulk act as it was done; its rows are written when all that happened to the customers is known. */
export interface BatchDraft {
  act: Act;
  by: number;
  at: number;
  rows: { person: Person; before: Record<string, unknown> }[];
}

const permissions: Readonly<Record<Act, Permission>> = {
  assign: "customer:info:assign",
  release: "customer:info:release",
  tag: "customer:info:edit",
};
const pastDays = 30;
const mostTags = 10;
const addedTags = ["urgent", "visa_need", "yield_focus", "student_family", "price_sensitive"] as const;

interface Company {
  random: Random;
  calendar: Calendar;
  staff: readonly Staff[];
  people: readonly Person[];
}

/**
 * Bulk acts of the last thirty days, three of them within the hour, which can still be undone: customers of the pool given to
 * the first seller, as many of their released, and some of their tagged. Changes the histories of these customers.
 */
export function makeBatches(company: Company, total: number): BatchDraft[] {
  const today = todaysBatches(company, total);
  const past: BatchDraft[] = [];
  while (past.length + today.length < total) {
    const draft = pastTags(company, today);
    if (!draft) break;
    past.push(draft);
  }
  return [...past.sort((a, b) => a.at - b.at), ...today];
}

function todaysBatches({ random, calendar, staff, people }: Company, total: number): BatchDraft[] {
  const seller = staff.find(({ email }) => email === "sales@demo.test");
  const manager = staff.find(({ email }) => email === "sales_manager@demo.test");
  if (!seller || !manager) return [];
  const count = Math.max(2, Math.min(5, Math.round(total / 6)));
  const before = calendar.now - 65 * minute;
  const quiet = people.filter((person) => lastEvent(person) < before);
  const own = random.shuffle(quiet.filter(({ history }) => history.owner === seller.id));
  const waiting = quiet.filter(
    ({ history, plan }) => history.owner === null && history.deletedAt === null && plan.stage === "new",
  );
  const assigned = hand(random.shuffle(waiting).slice(0, count), seller.id, manager.id, calendar.now - 50 * minute);
  const released = giveBack(
    own.filter(isOrdinary).slice(0, assigned.rows.length),
    seller.id,
    calendar.now - 35 * minute,
  );
  const kept = own.filter(({ history }) => history.owner === seller.id).slice(0, count + 1);
  const tagged = tag(random, kept, seller.id, calendar.now - 20 * minute);
  return [assigned, released, tagged].filter(({ rows }) => rows.length > 0);
}

const lastEvent = ({ history, followUps }: Person) =>
  Math.max(
    history.createdAt,
    history.deletedAt ?? 0,
    followUps.at(-1)?.at ?? 0,
    ...history.changes.map(({ at }) => at),
  );

/** Neither locked nor about to fall into the pool, and without a visit or a clear wish: a release nobody would mind. */
const isOrdinary = ({ plan, lockedUntil }: Person) =>
  lockedUntil === null &&
  (plan.stage === "new" || plan.stage === "contacted") &&
  plan.ending.kind === "owned" &&
  plan.ending.exact === undefined &&
  plan.ending.idle < 11;

function hand(people: Person[], to: number, by: number, at: number): BatchDraft {
  const rows = people.map((person) => {
    const { history } = person;
    const change: OwnerChange = { at, action: "assign", from: null, to, by };
    history.changes.push(change);
    history.owner = to;
    history.assignedAt = at;
    history.assignedBy = by;
    history.poolAt = null;
    history.poolReason = null;
    return { person, before: ownershipBefore(history, change) };
  });
  return { act: "assign", by, at, rows };
}

function giveBack(people: Person[], by: number, at: number): BatchDraft {
  const rows = people.map((person) => {
    const { history } = person;
    const change: OwnerChange = { at, action: "release", from: by, to: null, by };
    history.changes.push(change);
    history.lastOwner = history.owner;
    history.owner = null;
    history.assignedAt = null;
    history.assignedBy = null;
    history.poolAt = at;
    history.poolReason = "manual";
    return { person, before: ownershipBefore(history, change) };
  });
  return { act: "release", by, at, rows };
}

function tag(random: Random, people: readonly Person[], by: number, at: number): BatchDraft {
  const added = random.pick(addedTags);
  const rows = people.flatMap((person) => {
    const before = [...person.profile.tags];
    if (before.includes(added) || before.length >= mostTags) return [];
    person.profile.tags = [...before, added];
    person.tagged.push({ at, by, before, after: person.profile.tags });
    return [{ person, before: { tags: before } }];
  });
  return { act: "tag", by, at, rows };
}

/** A seller tagged some of their own customers. Customers with today's tags are left alone, since tags build on each other. */
function pastTags({ random, calendar, staff, people }: Company, today: BatchDraft[]): BatchDraft | undefined {
  const busy = new Set(today.flatMap(({ rows }) => rows.map(({ person }) => person.id)));
  const sellers = staff.filter((person) => person.status === "enabled" && person.roles.includes("sales"));
  for (let attempt = 0; attempt < 20; attempt++) {
    const seller = random.pick(sellers);
    const at = calendar.working(random.whole(calendar.latest + 2, pastDays));
    const own = people.filter(
      ({ id, history, tagged }) =>
        history.owner === seller.id &&
        (history.assignedAt ?? at) < at &&
        !busy.has(id) &&
        (tagged.at(-1)?.at ?? 0) < at,
    );
    const draft = tag(random, random.shuffle(own).slice(0, random.whole(3, 9)), seller.id, at);
    if (draft.rows.length) return draft;
  }
  return undefined;
}

/** The owner of a customer until that change, or until the recycling, as `ownershipOf` keeps it (server/resources/customer). */
function ownershipBefore({ changes }: History, until: OwnerChange | null): Record<string, unknown> {
  const state = {
    owner_id: null as number | null,
    assigned_at: null as string | null,
    assigned_by: null as number | null,
    last_owner_id: null as number | null,
    pool_at: null as string | null,
    pool_reason: null as PoolReason | null,
  };
  for (const change of changes) {
    if (change === until) break;
    const isOwned = change.to !== null;
    state.last_owner_id = state.owner_id ?? state.last_owner_id;
    state.owner_id = change.to;
    state.assigned_at = isOwned ? isoInstant(change.at) : null;
    state.assigned_by = isOwned ? change.by : null;
    state.pool_at = isOwned ? null : isoInstant(change.at);
    state.pool_reason = isOwned ? null : poolReasonOf(change);
  }
  return {
    ...state,
    is_locked: false,
    locked_until: null,
    next_tracking_at: null,
    deleted_at: null,
    schedules: [],
  };
}

function poolReasonOf({ action, poolReason }: OwnerChange): PoolReason {
  if (action === "create") return "new_unassigned";
  if (action === "restore") return "restored";
  if (action === "resign") return "owner_resigned";
  return poolReason ?? "manual";
}

type ChangeLog = Pick<typeof customerChangeLog.$inferInsert, "at">;

/** The rows of the bulk acts, with the versions that they left. */
export function batchRows(
  drafts: readonly BatchDraft[],
  changesOf: ReadonlyMap<number, readonly ChangeLog[]>,
): { batches: (typeof batch.$inferInsert)[]; rows: (typeof batchRow.$inferInsert)[] } {
  const versionAt = ({ id, history }: Person, at: number) =>
    history.changes.filter((change) => change.at <= at).length +
    (changesOf.get(id) ?? []).filter((log) => Date.parse(log.at ?? "") <= at).length;
  return {
    batches: drafts.map(({ act, by, at, rows }, index) => ({
      id: index + 1,
      act,
      target_type: "customer",
      permission: permissions[act],
      user_id: by,
      count: rows.length,
      created_at: isoInstant(at),
    })),
    rows: drafts.flatMap(({ at, rows }, index) =>
      rows.map(({ person, before }) => ({
        batch_id: index + 1,
        row_id: person.id,
        before,
        version_after: versionAt(person, at),
      })),
    ),
  };
}
