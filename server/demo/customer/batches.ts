import { options } from "~/server/database/baseline/options";
import { isoInstant } from "~/server/database/tables/columns";
import type { batch, batchRow } from "~/server/database/tables/system/system";
import { found } from "~/server/lib/call";
import type { Base } from "../drawn-rows";
import { minute } from "../shared/calendar";
import type { Random } from "../shared/random";
import { lastEvent, ownership, type Person, versionAt } from "./customers";
import { type OwnerChange, pass } from "./histories";

type Act = "assign" | "release" | "tag";

/** A bulk act, with what its customers were before. */
interface Batch {
  act: Act;
  by: number;
  at: number;
  rows: { person: Person; before: Record<string, unknown> }[];
}

const pastDays = 30;
const mostTags = 10;
const addedTags = ["urgent", "visa_need", "yield_focus", "student_family", "price_sensitive"] as const;

/**
 * Bulk acts of the last thirty days, three of them within the hour, which can still be undone: customers of the pool given to
 * the first seller, as many of theirs released, and some of theirs tagged. Changes the histories of these customers.
 */
export function makeBatches({ random, calendar, staff }: Base, people: readonly Person[], total: number): Batch[] {
  const [seller, manager] = ["sales", "sales_manager"].map(
    (account) => found(staff.find(({ email }) => email === `${account}@demo.test`)).id,
  ) as [number, number]; // as many as are asked for
  const count = Math.max(2, Math.min(5, Math.round(total / 6)));
  const ago = (minutes: number) => calendar.now - minutes * minute;
  const quiet = random.shuffle(people.filter((person) => lastEvent(person) < ago(65)));
  const waiting = quiet.filter(({ history, plan }) => plan.stage === "new" && history.poolReason === "new_unassigned");
  const own = quiet.filter(({ history }) => history.owner === seller);
  const given = waiting.slice(0, count);
  const returned = own.filter(isOrdinary).slice(0, given.length);
  const tagged = own.filter((person) => !returned.includes(person)).slice(0, count + 1);
  const today = [
    handOver(given, { at: ago(50), action: "assign", from: null, to: seller, by: manager }),
    handOver(returned, { at: ago(35), action: "release", from: seller, to: null, by: seller }),
    tag(random, tagged, seller, ago(20)),
  ];
  // Each is tagged once, since tags build on each other.
  const taken = new Set(today.flatMap(({ rows }) => rows.map(({ person }) => person)));
  const sellers = staff.filter(({ status, roles }) => status === "enabled" && roles.includes("sales"));
  const past: Batch[] = [];
  for (let tries = 0; past.length < total - today.length && tries < total * 20; tries++) {
    const { id } = random.pick(sellers);
    const at = calendar.working(random.whole(calendar.latest + 2, pastDays));
    const held = quiet.filter(
      (person) => person.history.owner === id && (person.history.assignedAt ?? at) < at && !taken.has(person),
    );
    const draft = tag(random, held.slice(0, random.whole(3, 9)), id, at);
    for (const { person } of draft.rows) taken.add(person);
    if (draft.rows.length > 0) past.push(draft);
  }
  return [...past.sort((a, b) => a.at - b.at), ...today];
}

/** Neither locked nor about to fall into the pool, and without a visit or a clear wish: a release nobody would mind. */
const isOrdinary = ({ plan, lockedUntil }: Person) =>
  lockedUntil === null && (plan.stage === "new" || plan.stage === "contacted") && plan.idle < 11;

function handOver(people: readonly Person[], change: OwnerChange & { action: Act; by: number }): Batch {
  const rest = { is_locked: false, locked_until: null, next_tracking_at: null, deleted_at: null, schedules: [] };
  const rows = people.map((person) => {
    const before = { ...ownership(person.history), ...rest };
    pass(person.history, change);
    return { person, before };
  });
  return { act: change.action, by: change.by, at: change.at, rows };
}

function tag(random: Random, people: readonly Person[], by: number, at: number): Batch {
  const added = random.pick(addedTags);
  const able = people.filter(({ profile: { tags } }) => !tags.includes(added) && tags.length < mostTags);
  const rows = able.map((person) => {
    const tags = person.profile.tags;
    person.profile.tags = [...tags, added];
    const changes = [{ field: "tags", label: "标签", before: labels(tags), after: labels(person.profile.tags) }];
    person.logs.push({ at, by, action: "tag", changes, reason: null });
    return { person, before: { tags } };
  });
  return { act: "tag", by, at, rows };
}

const labels = (tags: readonly string[]) => tags.map((one) => options.customer_tag[one] ?? one).join("、") || null;

/** The rows of the bulk acts, with the versions that they left. */
export function batchRows(drafts: readonly Batch[]) {
  const batches = drafts.map(({ act, by, at, rows }, index): typeof batch.$inferInsert => ({
    ...{ id: index + 1, act, target_type: "customer", permission: `customer:info:${act === "tag" ? "edit" : act}` },
    ...{ user_id: by, count: rows.length, created_at: isoInstant(at) },
  }));
  const rowOf = (id: number, at: number, { person, before }: Batch["rows"][number]): typeof batchRow.$inferInsert => ({
    ...{ batch_id: id, row_id: person.id, before, version_after: versionAt(person, at) },
  });
  return { batches, rows: drafts.flatMap(({ at, rows }, index) => rows.map((row) => rowOf(index + 1, at, row))) };
}
