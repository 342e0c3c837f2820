import { sql } from "drizzle-orm";
import { isoInstant } from "~/server/database/tables/columns";
import type { batch } from "~/server/database/tables/system/system";
import { found } from "~/server/lib/call";
import { minute } from "../shared/calendar";
import { type Random, spread } from "../shared/random";
import { drawn, momentSql } from "../shared/rows";
import type { Base, Writing } from "../terms";
import { lastEvent, ownership, type Person } from "./customers";
import { type OwnerChange, pass } from "./histories";

type Act = "assign" | "release" | "tag";

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
    return { person, before: { tags } };
  });
  return { act: "tag", by, at, rows };
}

export function batchRows(drafts: readonly Batch[]) {
  const batches = drafts.map(({ act, by, at, rows }, index): typeof batch.$inferInsert => ({
    ...{ id: index + 1, act, target_type: "customer", permission: `customer:info:${act === "tag" ? "edit" : act}` },
    ...{ user_id: by, count: rows.length, created_at: isoInstant(at) },
  }));
  const rows = drafts.flatMap((draft, index) =>
    // Their versions follow from the logs.
    draft.rows.map(({ person, before }) => ({ batch_id: index + 1, row_id: person.id, before, version_after: 0 })),
  );
  return { batches, rows };
}

/** Of 24. */
const statuses = { pending: 5, approved: 9, rejected: 7, cancelled: 3 };
const reasons = [
  ...["该客户是我老客户的家属，指定由我服务", "客户主动加我微信，希望更换顾问", "客户现在主要看我负责的区域"],
  ...["客户上周在展会上与我面谈过，需求更清楚"],
];
const rejections = ["原顾问正在跟进中，本周安排了带看", "客户确认继续由原顾问服务"];

/** Requests in every state to take over a colleague's customer: the approved ones are transfers of the log, the pending ones wait for the first team's manager above all. */
export async function writeTransfers({ tx, calendar, isFull }: Writing): Promise<void> {
  const wanted = JSON.stringify(spread(isFull ? 24 : 3, statuses));
  const now = momentSql(calendar.now);
  const chance = (salt: number, of: number) => drawn(sql`customer_id * 1009 + ${salt}`, of);
  const pick = (salt: number, texts: readonly string[]) =>
    sql`${JSON.stringify(texts)}::jsonb ->> ${chance(salt, texts.length)}`;
  await tx.execute(sql`
    with wanted as (select status, row_number() over (partition by status = 'approved' order by n) as place
        from jsonb_array_elements_text(${wanted}::jsonb) with ordinality t (status, n)),
    passed as (select distinct on (customer_id) * from customer_owner_log where action = 'transfer' order by customer_id, at desc),
    looked as (
      select c.id as customer_id, c.owner_id, t.leader_id, row_number() over (order by m.email is distinct from 'sales_manager@demo.test' or m.id = o.id, hashint8(c.id)) as place
      from customer c join "user" o on o.id = c.owner_id join team t on t.id = o.team_id left join "user" m on m.id = t.leader_id
      where c.assigned_at < ${now} - interval '13 days' and c.stage not in ('lost', 'invalid')
        and c.id not in (select row_id from batch_row union select customer_id from passed)),
    asked as (
      select customer_id, to_user as applicant_id, from_user as owner_id, status, by as handler_id, at as handled_at, at - (40 + ${chance(1, 560)}) * interval '1 minute' as made
      from (select *, row_number() over (order by hashint8(customer_id)) as place from passed) l join wanted using (place) where status = 'approved'
      union all select customer_id, applicant_id, owner_id, status, case status when 'rejected' then leader_id when 'cancelled' then applicant_id end,
        case when status <> 'pending' then made + (20 + ${chance(2, 2_000)}) * interval '1 minute' end, made
      from (select *, ${now} - (case status when 'pending' then 1 else 97 end + ${chance(3, 70)}) * interval '1 hour' as made,
          (select u.id from "user" u join user_role h on h.user_id = u.id join role r on r.id = h.role_id and r.code = 'sales'
            where u.status = 'enabled' and u.id <> owner_id order by hashint8(u.id * 31 + customer_id) limit 1) as applicant_id
        from looked join wanted using (place) where status <> 'approved') l)
    insert into transfer_request (id, customer_id, applicant_id, owner_id, reason, status, handler_id, handled_at, reject_reason, created_at, created_by, updated_at, updated_by)
    select row_number() over (order by made, customer_id), customer_id, applicant_id, owner_id, ${pick(4, reasons)}, status, handler_id, handled_at, case status when 'rejected' then ${pick(5, rejections)} end,
      made, applicant_id, coalesce(handled_at, made), coalesce(handler_id, applicant_id) from asked order by made, customer_id`);
  await tx.execute(sql`update customer_owner_log l set reason = r.reason from transfer_request r
    where r.status = 'approved' and r.customer_id = l.customer_id and l.action = 'transfer' and l.at = r.handled_at`);
}
