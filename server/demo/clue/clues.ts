import { sql } from "drizzle-orm";
import {
  type ClueInvalidReason,
  type ClueStatus,
  clueInvalidReasons,
  type JudgementParty,
} from "~/contract/clue/clue-kinds";
import { purposes } from "~/contract/customer/customer-record";
import type { clue, judgement } from "~/server/database/tables/clue/clue";
import { isoInstant } from "~/server/database/tables/columns";
import type { customer } from "~/server/database/tables/customer/customer";
import { found } from "~/server/lib/call";
import { judgeByRule, protectedAfterVisit, protectedFrom } from "~/server/resources/clue/clue/protection";
import { cluePhone } from "~/server/resources/clue/clue/scope";
import type { AgentStory } from "../agent/agents";
import type { EstateStory } from "../house/estates";
import { type Calendar, day } from "../shared/calendar";
import { draw, maybe, oneOf, share } from "../shared/random";
import { filled, momentSql, numbered, stamps } from "../shared/rows";
import type { Base, Writing } from "../terms";

type Row = typeof clue.$inferInsert & { id: number; created_at: string; clue_no: string };
type Customer = typeof customer.$inferInsert & { id?: number };
type Place = EstateStory["row"];

/** Of 1,100 (domain G.2). Those that end in a deal are visited or expired until deals exist. */
const states = { pending: 66, valid: 210, visited: 240, expired: 334, invalid: 250 } as const satisfies Partial<
  Record<ClueStatus, number>
>;
/** How many days ago a further report in that state passed. */
const passedDays = { visited: [2, 28], valid: [1, 9], expired: [25, 300] } as const;
/** The share that collides: some still to be judged, the others refused. */
const collisionShare = 0.12;
const pendingCollisions = 0.15;
const refusals = { no_answer: 34, not_intent: 28, wrong_number: 22, rule: 12, other: 4 } as const satisfies Partial<
  Record<ClueInvalidReason, number>
>;
const reached: readonly unknown[] = ["visited", "subscribed", "contracted", "completed"];
const sources = ["referral", "event", "phone", "wecom", "ads", "social", "other"];
const details = {
  gender: oneOf(["male", "female", "unknown"] as const),
  purpose: maybe(0.5, oneOf(Object.keys(purposes))),
  note: maybe(0.3, oneOf(["客户关注学区与回报率", "客户下月来日看房", "希望看高楼层", "已看过同区域两个楼盘"])),
};
const hour = 3_600_000;

interface Making extends Base {
  agents: readonly AgentStory[];
  estates: readonly EstateStory[];
  customers: readonly Customer[];
  /** Customers that an inquiry or an account of the site led here. */
  foreign: ReadonlySet<number>;
}

/** A lead before it has its number, with what it collides with. */
interface Draft {
  row: Omit<Row, "id" | "clue_no">;
  against?: Against;
}
type Against = { lead: Draft } | { customer: Customer };

/** A customer of an agent, and where they have been reported already. */
interface Brought {
  about: Customer;
  agent: AgentStory;
  at: Set<number>;
}

/** What agents reported: customers they brought, people who came to nothing, and people somebody already had. */
export function makeClues(making: Making, total: number) {
  const { random } = making;
  const left = new Map<string | undefined, number>(share(total, states));
  const collisions = Math.round(total * collisionShare);
  const drafts: Draft[] = [];
  const take = (count: number, make: (made: number) => Draft | undefined) => {
    for (let made = 0, tries = 0; made < count && tries < total * 4; tries++) {
      const draft = make(made);
      if (!draft) continue;
      made++;
      drafts.push(draft);
      left.set(draft.row.status, (left.get(draft.row.status) ?? 0) - 1);
    }
  };
  const brought = bring(making, total);
  let next = 0;
  take(brought.length, () => brought[next] && passed(making, found(brought[next++])));
  // The same customers at further estates, until each state has its number.
  for (const status of ["visited", "valid", "expired"] as const) {
    const able = brought.filter(({ about }) => status !== "visited" || reached.includes(about.stage));
    if (able.length > 0) take(left.get(status) ?? 0, () => passed(making, random.pick(able), status));
  }
  const certain = drafts.filter(({ row }) => row.phone_e164 && row.protect_until);
  const theirs = new Set(brought.map(({ about }) => about));
  const ours = making.customers.filter(
    (one) => one.owner_id && one.phone_e164?.startsWith("+86") && one.last_tracking_at && !theirs.has(one),
  );
  for (const isOpen of [true, false])
    take(Math.round(collisions * (isOpen ? pendingCollisions : 1 - pendingCollisions)), (made) =>
      collision(making, made % 3 === 2 ? { customer: random.pick(ours) } : { lead: random.pick(certain) }, isOpen),
    );
  for (const status of ["pending", "invalid"] as const)
    take(left.get(status) ?? 0, () => stranger(making, status === "pending"));
  return written(making.calendar, brought, drafts);
}

const momentOf = (at: string | null | undefined) => Date.parse(at ?? "");

/** Customers of an agent: none from the site, and none older than their agent. */
function bring({ random, calendar, agents, customers, foreign }: Making, total: number): Brought[] {
  // Customers close to a deal come first.
  const isNear = ({ owner_id, is_locked, last_tracking_at, assigned_at }: Customer) =>
    Boolean(owner_id) &&
    !is_locked &&
    momentOf(last_tracking_at) > calendar.now - 11 * day &&
    momentOf(assigned_at) > calendar.now - 85 * day;
  const rank = (one: Customer) => (one.stage === "qualified" ? 0 : 2) + (isNear(one) ? 0 : 1);
  const able = random
    .shuffle(customers)
    .filter(
      (one) =>
        one.phone_e164?.startsWith("+86") &&
        !one.deleted_at &&
        (one.owner_id ?? one.last_owner_id) &&
        sources.includes(one.source) &&
        !foreign.has(one.id ?? 0),
    )
    .sort((a, b) => rank(a) - rank(b));
  const wanted = able.filter(({ stage }) => reached.includes(stage)).slice(0, Math.round(total / 8));
  const others = able.filter(({ stage }) => !reached.includes(stage)).slice(0, Math.round(total / 9));
  return [...wanted, ...others].flatMap((about): Brought[] => {
    const agent = random.shuffle(agents).find((one) => reports(one, momentOf(about.created_at) - day));
    return agent ? [{ about, agent, at: new Set() }] : [];
  });
}

const reports = ({ createdAt, endedAt, row }: AgentStory, at: number) =>
  createdAt < at && (endedAt === null || endedAt > at) && row.status !== "deregistering";

/** Some estate that takes reports, where this customer has not been reported. */
function placeFor({ random, estates }: Making, at: number, taken: ReadonlySet<number> = new Set()): Place | undefined {
  const open = estates.filter(
    ({ row, state }) =>
      state === "online" &&
      row.allow_agent &&
      !taken.has(row.id) &&
      momentOf(row.published_at) < at &&
      row.protect_mode !== "visit_deal",
  );
  return open.length ? random.pick(open).row : undefined;
}

const rulesOf = (row: Pick<Place, "protect_mode" | "protect_report_days" | "protect_visit_days">) => ({
  protect_mode: row.protect_mode ?? ("report_visit_deal" as const),
  protect_report_days: row.protect_report_days ?? 15,
  protect_visit_days: row.protect_visit_days ?? 60,
});

interface Report {
  agent: AgentStory;
  place: Place;
  name: string;
  number: string;
  at: number;
}

function reported({ random }: Making, { agent, place, name, number, at }: Report): Draft {
  const accounts = agent.accounts.filter(({ status, created_at }) => status === "enabled" && momentOf(created_at) < at);
  const account_id = accounts.length && random.chance(0.8) ? random.pick(accounts).id : null;
  const isManual = account_id === null || random.chance(0.15);
  const by = isManual ? (agent.row.manager_id ?? null) : null;
  return {
    row: {
      ...{ source: isManual ? "manual" : "agent_portal", agent_id: agent.row.id, account_id, estate_id: place.id },
      ...{ customer_name: name, ...found(cluePhone(number, "86")), ...draw(random, details) },
      expected_visit_at: random.chance(0.7) ? isoInstant(at + random.whole(6, 120) * hour) : null,
      ...{ status: "pending", version: 1, ...rulesOf(place), ...stamps(at, by) },
      ...(number.includes("*") ? { phone_mode: "first3_last4" as const } : {}),
    },
  };
}

function step(draft: Draft, status: ClueStatus, by: number | null, at: number, columns: Partial<Row> = {}): void {
  const version = (draft.row.version ?? 1) + 1;
  Object.assign(draft.row, { status, version, updated_at: isoInstant(at), updated_by: by, ...columns });
}

/**
 * A report that passed, with its later state: visited where the customer came, expired where its time is over. Without a
 * state the one by which the customer came, passed the moment that they were made; else one that is in that state today.
 */
function passed(making: Making, one: Brought, status?: keyof typeof passedDays): Draft | undefined {
  const { random, calendar } = making;
  const { about, agent } = one;
  const madeAt = momentOf(about.created_at);
  const [least, most] = passedDays[status ?? "valid"];
  const reviewedAt = status ? calendar.working(random.whole(least, most)) : madeAt;
  if (status && (reviewedAt < madeAt + day || reviewedAt > calendar.now || !reports(agent, reviewedAt - day))) return;
  const at = reviewedAt - random.whole(1, 18) * hour;
  const place = placeFor(making, at, one.at);
  if (!place) return undefined;
  const draft = reported(making, { agent, place, name: about.name, number: String(about.phone), at });
  const handler = about.owner_id ?? about.last_owner_id ?? null;
  const rules = rulesOf(place);
  const first = protectedFrom({ ...rules, protect_until: null }, new Date(reviewedAt));
  const review = { reviewed_by: agent.row.manager_id, reviewed_at: isoInstant(reviewedAt), review_note: "已电话核实" };
  const known = { handler_id: handler, customer_id: about.id ?? null, protect_until: first && isoInstant(first) };
  step(draft, "valid", agent.row.manager_id ?? null, reviewedAt, { ...known, ...review });
  const cameAt =
    reviewedAt + (status ? random.whole(6, 30) * hour : random.whole(1, rules.protect_report_days - 2) * day);
  if ((status ? status === "visited" : reached.includes(about.stage)) && cameAt < calendar.now) {
    const visited_at = isoInstant(cameAt);
    const until = protectedAfterVisit({ ...rules, protect_until: known.protect_until }, visited_at);
    step(draft, "visited", handler, cameAt, { visited_at, protect_until: isoInstant(until) });
  }
  const end = momentOf(draft.row.protect_until);
  if (end - calendar.now < 3 * day) draft.row.warned_at = isoInstant(Math.max(end - 3 * day, reviewedAt + hour));
  if (end <= calendar.now) step(draft, "expired", null, Math.min(end + hour, calendar.now));
  if (status && draft.row.status !== status) return undefined;
  one.at.add(place.id);
  return draft;
}

function refused(draft: Draft, by: number, hours: number, invalid_reason: ClueInvalidReason, invalid_note?: string) {
  const at = momentOf(draft.row.created_at) + hours * hour;
  const columns = { invalid_reason, invalid_note: invalid_note ?? null, reviewed_by: by, reviewed_at: isoInstant(at) };
  step(draft, "invalid", by, at, columns);
  return draft;
}

/** A person nobody has: their report waits, or failed. */
function stranger(making: Making, isOpen: boolean): Draft | undefined {
  const { random, calendar, nextName } = making;
  const at = calendar.working(isOpen ? random.whole(calendar.latest, 1) : random.whole(3, 330));
  const agent = random.pick(making.agents);
  const place = reports(agent, at) ? placeFor(making, at) : undefined;
  if (!place) return undefined;
  const four = String(random.whole(0, 9_999)).padStart(4, "0");
  const number = place.report_phone_mode === "first3_last4" ? `138****${four}` : `1380000${four}`;
  const draft = reported(making, { agent, place, name: nextName(), number, at });
  if (isOpen) return draft;
  return refused(draft, agent.row.manager_id, random.whole(1, 22), random.weighted(refusals));
}

/** Another agent's report of a customer who is protected at that moment, or one of a person one of our sellers is talking to. */
function collision(making: Making, against: Against, isOpen: boolean): Draft | undefined {
  const { random, calendar, estates } = making;
  const lead = "lead" in against ? against.lead.row : undefined;
  const own = "customer" in against ? against.customer : undefined;
  // Whose they were at that moment, an earlier one need not be.
  const known = lead ? [lead.reviewed_at] : [own?.last_tracking_at, own?.assigned_at];
  const since = Math.max(...known.map(momentOf));
  const until = Math.min(lead ? momentOf(lead.protect_until) : since + 60 * day, calendar.now) - 2 * hour;
  const from = since + hour;
  const at = isOpen ? calendar.working(calendar.latest) : from + Math.floor(random.value() * (until - from - day));
  if (!(at >= from && at + (isOpen ? 0 : day) <= until)) return undefined;
  const agent = random.pick(making.agents);
  const place = lead ? estates.find(({ row }) => row.id === lead.estate_id)?.row : placeFor(making, at);
  if (!place || agent.row.id === lead?.agent_id || !reports(agent, at)) return undefined;
  const name = own?.name ?? lead?.customer_name ?? "";
  const draft = reported(making, { agent, place, name, number: String((own ?? lead)?.phone), at });
  const kind = lead ? "agent_dup" : "own_customer";
  Object.assign(draft.row, { collision: kind, collision_certain: true, collision_at: draft.row.created_at });
  draft.against = against;
  if (isOpen) return draft;
  const [reason, note] = lead
    ? (["duplicate", "他渠道先行报备"] as const)
    : (["own_customer", "报备前我方顾问已在跟进"] as const);
  return refused(draft, agent.row.manager_id, random.whole(2, 20), reason, note);
}

/** With their numbers, in the order in which they came; with the sheets of those that collide, and the customers' agents. */
function written(calendar: Calendar, brought: readonly Brought[], drafts: readonly Draft[]) {
  const dated = drafts.map((draft) => ({ draft, at: momentOf(draft.row.created_at) }));
  const rows = new Map(
    numbered(dated, "BB").map(({ draft, id, no }) => [draft, { ...draft.row, id, clue_no: no } as Row] as const),
  );
  const agents = new Map(brought.map(({ agent }) => [agent.row.id, agent.row.name]));
  const nameOf = (id: number) => agents.get(id) ?? "代理";
  const sheets = [...rows].flatMap(([{ against }, row]) =>
    against
      ? [sheetOf(calendar, row, "customer" in against ? against.customer : found(rows.get(against.lead)), nameOf)]
      : [],
  );
  const source = ({ id: agent_id, name }: AgentStory["row"]) => ({ agent_id, source: "agent", source_detail: name });
  const theirs = brought.filter(({ at }) => at.size > 0);
  const sourced = new Map(theirs.map(({ about, agent }) => [about.id ?? 0, source(agent.row)]));
  return { rows: filled([...rows.values()]), sheets, sourced };
}

/** The judgement of a lead that collides with another one, or with our own customer. */
function sheetOf(calendar: Calendar, row: Row, other: Row | Customer, nameOf: (id: number) => string) {
  const lead = "clue_no" in other ? other : undefined;
  const own = lead ? undefined : (other as Customer); // the other of the two
  row.collision_ref_id = other.id ?? null;
  const decided = row.status === "invalid" ? found(row.reviewed_at) : null;
  // One that has run out since held it when it was decided.
  const until = lead?.protect_until;
  const held = until && Date.parse(until) > calendar.now ? until : isoInstant(calendar.now + 30 * day);
  const rival = lead && {
    ...{ status: "valid" as const, created_at: lead.created_at, clue_no: lead.clue_no, isOwnAgent: false },
    ...{ protect_mode: lead.protect_mode, protect_until: held, agent: nameOf(lead.agent_id) },
  };
  const seller = own && { since: found(own.created_at), active: found(own.last_tracking_at), owner: "顾问" };
  const facts = { isListed: false, certain: true, collisionDays: 90, report: { created_at: row.created_at } };
  const ruled = judgeByRule(
    { ...facts, others: rival ? [rival] : [], own: seller ? [seller] : [] },
    new Date(calendar.now),
  );
  const party = (of: Row, is_this: boolean): JudgementParty => ({
    ...{ kind: "clue", id: of.id, who: nameOf(of.agent_id), is_this, first_at: of.created_at, visits: 0 },
    ...{ last_activity_at: of.created_at, protect_until: of.protect_until ?? null },
    evidence: [{ kind: "report", at: of.created_at, text: "报备" }],
  });
  const ours: JudgementParty = {
    ...{ kind: "customer", id: other.id ?? 0, who: "我方顾问", first_at: other.created_at ?? null, visits: 0 },
    ...{ last_activity_at: own?.last_tracking_at ?? null, protect_until: null },
    evidence: [{ kind: "customer", at: found(other.created_at), text: "客户建档" }],
  };
  const parties = [party(row, true), lead ? party(lead, false) : ours];
  const reason = own ? "跟进记录与拨打记录早于报备，归我司" : "他渠道报备在先且在保护期内";
  return {
    ...{ clue_id: row.id, no: 1, certain: true, ...ruled, parties: decided ? parties : [] },
    ...{ verdict: decided ? ruled.rule_result : null, reason: decided && reason, version: decided ? 2 : 1 },
    ...{ decided_by: decided === null ? null : (row.reviewed_by ?? null), decided_at: decided },
    ...{ created_at: row.created_at, updated_at: decided ?? row.created_at },
  } satisfies typeof judgement.$inferInsert;
}

/** Settles reports whose commission is paid in all its parts, and logs what became of all, from their own dates. Runs after deals and statements. */
export async function writeClueLogs({ tx, calendar }: Writing): Promise<void> {
  await tx.execute(sql`
    update clue l set status = 'settled', settled_at = p.at, statement_id = p.statement, commission_amount = p.amount, commission_currency = p.currency
    from (select d.clue_id, max(b.confirmed_at) as at, max(b.statement_id) as statement, sum(b.paid_amount) as amount, max(b.currency) as currency
      from billing b join deal d on d.id = b.deal_id where b.type = 'agent_commission' and b.direction = 'out' and b.status <> 'void'
      group by 1 having bool_and(b.status = 'confirmed' and b.statement_id is not null)) p where p.clue_id = l.id`);
  const before = sql`case when l.contracted_at is null then 'subscribed' else 'contracted' end`;
  await tx.execute(sql`
    insert into clue_log (clue_id, action, from_status, to_status, by, account_id, at, note)
    select l.id, s.* from clue l left join deal d on d.id = l.deal_id left join judgement j on j.clue_id = l.id
      left join account_statement a on a.id = l.statement_id cross join lateral (values
        ('create', null, 'pending', l.created_by, case l.source when 'agent_portal' then l.account_id end, l.created_at, null),
        ('judge', null, null, j.decided_by, null, j.decided_at, '判定单1：' || j.reason),
        ('approve', 'pending', 'valid', l.reviewed_by, null, case when l.invalid_reason is null then l.reviewed_at end, l.review_note),
        ('reject', 'pending', 'invalid', l.reviewed_by, null, case when l.invalid_reason is not null then l.reviewed_at end,
          concat_ws('：', ${JSON.stringify(clueInvalidReasons)}::jsonb ->> l.invalid_reason, l.invalid_note)),
        ('visit', 'valid', 'visited', l.handler_id, null, l.visited_at, null),
        ('expire', case when l.visited_at is null then 'valid' else 'visited' end, 'expired', null, null,
          case l.status when 'expired' then least(l.protect_until + interval '1 hour', ${momentSql(calendar.now)}) end, null),
        ('subscribe', 'visited', 'subscribed', d.reviewed_by, null, l.subscribed_at, d.deal_no),
        ('contract', 'subscribed', 'contracted', d.reviewed_by, null, l.contracted_at, d.deal_no),
        ('cancel', ${before}, 'cancelled', d.reviewed_by, null, l.cancelled_at, l.cancel_reason),
        ('settle', 'contracted', 'settled', a.paid_by, null, l.settled_at, a.statement_no)
      ) s (action, before, after, by, account, at, note) where s.at is not null order by s.at, l.id`);
}
