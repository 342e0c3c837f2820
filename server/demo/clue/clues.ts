import type { JudgementParty } from "~/contract/clue/clue-kinds";
import {
  type ClueInvalidReason,
  type ClueLogAction,
  type ClueStatus,
  clueInvalidReasons,
} from "~/contract/clue/clue-kinds";
import { purposes } from "~/contract/customer/customer-record";
import type { clue, clueLog, judgement } from "~/server/database/tables/clue/clue";
import { isoInstant } from "~/server/database/tables/columns";
import type { customer } from "~/server/database/tables/customer/customer";
import { found } from "~/server/lib/refusal";
import { cluePhone } from "~/server/resources/clue/clue/phone";
import { judgeByRule, protectedAfterVisit, protectedFrom } from "~/server/resources/clue/clue/protection";
import type { AgentStory } from "../agent/agents";
import type { EstateStory } from "../house/estates";
import { type Calendar, day } from "../shared/calendar";
import { type Random, share } from "../shared/random";
import { filled, numbered, stamps } from "../shared/rows";
import type { Staff } from "../system/staff";

export type ClueRow = typeof clue.$inferInsert & { id: number; created_at: string; clue_no: string };
type LogRow = typeof clueLog.$inferInsert & { at: string };
type SheetRow = typeof judgement.$inferInsert;
type Customer = typeof customer.$inferInsert & { id?: number };

/** Of 1,100 (domain G.2). Those that end in a deal are visited or expired until deals exist. */
const states = { pending: 66, valid: 210, visited: 240, expired: 334, invalid: 250 } as const satisfies Partial<
  Record<ClueStatus, number>
>;
/** The share that collides: some still to be judged, the others refused. */
const collisionShare = 0.12;
const pendingCollisions = 0.15;
const refusals = { no_answer: 34, not_intent: 28, wrong_number: 22, rule: 12, other: 4 } as const satisfies Partial<
  Record<ClueInvalidReason, number>
>;
const reached = ["visited", "subscribed", "contracted", "completed"];
const sources = ["referral", "event", "phone", "wecom", "ads", "social", "other"];
const hour = 3_600_000;

interface Making {
  random: Random;
  calendar: Calendar;
  staff: readonly Staff[];
  agents: readonly AgentStory[];
  estates: readonly EstateStory[];
  customers: readonly Customer[];
  /** Customers that an inquiry or an account of the site led here. */
  foreign: ReadonlySet<number>;
  nextName: () => string;
}

/** A lead before it has its number. */
interface Draft {
  row: Omit<ClueRow, "id" | "clue_no">;
  logs: Omit<LogRow, "clue_id">[];
  collidesWith?: Draft | { customer: Customer };
}

/** What agents reported: customers they brought, people who came to nothing, and people somebody already had. */
export function makeClues(making: Making, total: number) {
  const { random, calendar } = making;
  const left = share(total, states);
  const collided = Math.round(total * collisionShare);
  const asked = Math.round(collided * pendingCollisions);
  const brought = bring(making, total);
  const agents = new Set(brought.map(({ about }) => about.id));
  // Customers that no agent brought.
  const ours = making.customers.filter(({ id }) => !agents.has(id));
  const drafts: Draft[] = [];
  const take = (draft: Draft | undefined) => {
    if (!draft) return;
    const status = draft.row.status ?? "pending";
    left.set(status as keyof typeof states, (left.get(status as keyof typeof states) ?? 0) - 1);
    drafts.push(draft);
  };
  for (const one of brought) take(firstLead(making, one));
  // The same customers at further estates, until each state has its number.
  for (const status of ["visited", "valid", "expired"] as const) {
    const able = brought.filter(({ about }) => status !== "visited" || reached.includes(String(about.stage)));
    for (let tries = 0; (left.get(status) ?? 0) > 0 && tries < total * 4 && able.length > 0; tries++)
      take(furtherLead(making, random.pick(able), status));
  }
  const certain = drafts.filter(({ row }) => row.phone_e164 && row.reviewed_at && row.protect_until);
  for (let made = 0, tries = 0; made < asked && tries < total; tries++) {
    const draft = made % 3 === 2 ? ownCollision(making, ours, true) : duplicate(making, certain, true);
    if (!draft) continue;
    take(draft);
    made++;
  }
  for (let made = asked, tries = 0; made < collided && tries < total * 3; tries++) {
    const draft = tries % 3 === 2 ? ownCollision(making, ours, false) : duplicate(making, certain, false);
    if (!draft) continue;
    take(draft);
    made++;
  }
  for (const status of ["pending", "invalid"] as const)
    while ((left.get(status) ?? 0) > 0) take(stranger(making, status));
  return written(calendar, brought, drafts);
}

interface Brought {
  about: Customer;
  agent: AgentStory;
  /** Where they have been reported already. */
  at: Set<number>;
}

const momentOf = (at: string | null | undefined) => Date.parse(at ?? "");

/** Customers of an agent: none from the site, and none older than their agent. */
function bring({ random, calendar, agents, customers, foreign }: Making, total: number): Brought[] {
  const able = customers.filter(
    (one) =>
      one.phone_e164?.startsWith("+86") &&
      !one.deleted_at &&
      (one.owner_id ?? one.last_owner_id) &&
      sources.includes(one.source) &&
      !foreign.has(one.id ?? 0),
  );
  // Customers close to a deal come first.
  const isNear = ({ owner_id, is_locked, last_tracking_at, assigned_at }: Customer) =>
    Boolean(owner_id) &&
    !is_locked &&
    momentOf(last_tracking_at) > calendar.now - 11 * day &&
    momentOf(assigned_at) > calendar.now - 85 * day;
  const inTurn = (list: Customer[]) => {
    const mixed = random.shuffle(list);
    return [...mixed.filter(isNear), ...mixed.filter((one) => !isNear(one))];
  };
  const wanted = inTurn(able.filter(({ stage }) => reached.includes(String(stage))));
  const others = inTurn(able.filter(({ stage }) => stage === "qualified")).concat(
    inTurn(able.filter(({ stage }) => stage !== "qualified" && !reached.includes(String(stage)))),
  );
  const chosen = [...wanted.slice(0, Math.round(total / 8)), ...others.slice(0, Math.round(total / 9))];
  return chosen.flatMap((about): Brought[] => {
    const agent = random.shuffle(agents.filter((one) => reports(one, momentOf(about.created_at) - day)))[0];
    return agent ? [{ about, agent, at: new Set() }] : [];
  });
}

/** Whether an agent is there to report at a moment. */
const reports = ({ createdAt, endedAt, row }: AgentStory, at: number) =>
  createdAt < at && (endedAt === null || endedAt > at) && row.status !== "deregistering";

/** Some estate that takes reports, where this customer has not been reported. */
function placeFor({ random, estates }: Making, taken: ReadonlySet<number>, at: number): EstateStory["row"] | undefined {
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

const rulesOf = (row: EstateStory["row"]) => ({
  protect_mode: row.protect_mode ?? ("report_visit_deal" as const),
  protect_report_days: row.protect_report_days ?? 15,
  protect_visit_days: row.protect_visit_days ?? 60,
});

/** A lead that waits for its review. */
function reported(
  { random }: Making,
  agent: AgentStory,
  place: EstateStory["row"],
  name: string,
  number: string,
  at: number,
): Draft {
  const accounts = agent.accounts.filter(({ status, created_at }) => status === "enabled" && momentOf(created_at) < at);
  const account_id = accounts.length && random.chance(0.8) ? random.pick(accounts).id : null;
  const isMasked = number.includes("*");
  const source = account_id !== null && random.chance(0.85) ? "agent_portal" : "manual";
  const by = source === "manual" ? agent.row.manager_id : null;
  return {
    row: {
      ...{ source, agent_id: agent.row.id, account_id, estate_id: place.id, customer_name: name },
      ...found(cluePhone(number, "86")),
      gender: random.pick(["male", "female", "unknown"]),
      purpose: random.chance(0.5) ? random.pick(Object.keys(purposes)) : null,
      note: random.chance(0.3) ? random.pick(notes) : null,
      expected_visit_at: random.chance(0.7) ? isoInstant(at + random.whole(6, 120) * hour) : null,
      ...{ status: "pending", version: 1, ...rulesOf(place), ...stamps(at, by) },
      ...(isMasked ? { phone_mode: "first3_last4" as const } : {}),
    },
    logs: [
      { action: "create", to_status: "pending", by, account_id: by === null ? account_id : null, at: isoInstant(at) },
    ],
  };
}
const notes = ["客户关注学区与回报率", "客户下月来日看房", "希望看高楼层", "已看过同区域两个楼盘"];

function step(
  draft: Draft,
  action: ClueLogAction,
  to: ClueStatus,
  by: number | null,
  at: number,
  note: string | null = null,
) {
  draft.logs.push({ action, from_status: draft.row.status ?? null, to_status: to, by, note, at: isoInstant(at) });
  const version = (draft.row.version ?? 1) + 1;
  draft.row = { ...draft.row, status: to, version, updated_at: isoInstant(at), updated_by: by };
}

/** Passed, with its later state: visited where the customer came, expired where its time is over. */
function grown(making: Making, draft: Draft, one: Brought, reviewedAt: number, visitedAt: number | null): Draft {
  const { calendar } = making;
  const handler = one.about.owner_id ?? one.about.last_owner_id ?? null;
  const manager = one.agent.row.manager_id;
  step(draft, "approve", "valid", manager, reviewedAt, "已电话核实");
  const first = protectedFrom({ ...rulesOfRow(draft), protect_until: null }, new Date(reviewedAt));
  draft.row = {
    ...draft.row,
    ...{ handler_id: handler, customer_id: one.about.id ?? null, review_note: "已电话核实" },
    ...{ reviewed_by: manager, reviewed_at: isoInstant(reviewedAt), protect_until: first && isoInstant(first) },
  };
  if (visitedAt !== null) {
    step(draft, "visit", "visited", handler, visitedAt);
    const until = protectedAfterVisit(
      { ...rulesOfRow(draft), protect_until: draft.row.protect_until ?? null },
      isoInstant(visitedAt),
    );
    draft.row = { ...draft.row, visited_at: isoInstant(visitedAt), protect_until: isoInstant(until) };
  }
  const end = momentOf(draft.row.protect_until);
  if (end - calendar.now < 3 * day) draft.row.warned_at = isoInstant(Math.max(end - 3 * day, reviewedAt + hour));
  if (end <= calendar.now) step(draft, "expire", "expired", null, Math.min(end + hour, calendar.now));
  return draft;
}

const rulesOfRow = ({ row: { protect_mode, protect_report_days, protect_visit_days } }: Draft) => ({
  protect_mode,
  protect_report_days,
  protect_visit_days,
});

/** By which the customer came: passed the moment that they were made. */
function firstLead(making: Making, one: Brought): Draft | undefined {
  const { random, calendar } = making;
  const madeAt = momentOf(one.about.created_at);
  const place = placeFor(making, one.at, madeAt - 20 * hour);
  if (!place) return undefined;
  one.at.add(place.id);
  const draft = reported(
    making,
    one.agent,
    place,
    one.about.name,
    String(one.about.phone),
    madeAt - random.whole(1, 18) * hour,
  );
  const cameAt = madeAt + random.whole(1, rulesOf(place).protect_report_days - 2) * day;
  const comes = reached.includes(String(one.about.stage)) && cameAt < calendar.now;
  return grown(making, draft, one, madeAt, comes ? cameAt : null);
}

/** The same customer at another estate, so long ago that it is in this state today. */
function furtherLead(making: Making, one: Brought, status: "valid" | "visited" | "expired"): Draft | undefined {
  const { random, calendar } = making;
  const early = momentOf(one.about.created_at) + day;
  const span = { valid: [1, 9], visited: [2, 28], expired: [25, 300] }[status] as [number, number];
  const reviewedAt = calendar.working(random.whole(span[0], span[1]));
  if (reviewedAt < early || reviewedAt > calendar.now || !reports(one.agent, reviewedAt - day)) return undefined;
  const place = placeFor(making, one.at, reviewedAt - day);
  if (!place) return undefined;
  const at = reviewedAt - random.whole(1, 20) * hour;
  const draft = reported(making, one.agent, place, one.about.name, String(one.about.phone), at);
  const cameAt = reviewedAt + random.whole(6, 30) * hour;
  const done = grown(making, draft, one, reviewedAt, status === "visited" && cameAt < calendar.now ? cameAt : null);
  if (done.row.status !== status) return undefined;
  one.at.add(place.id);
  return done;
}

const freeNumber = (random: Random) => `1380000${String(random.whole(0, 9_999)).padStart(4, "0")}`;

/** A person nobody has: their report waits, or failed. */
function stranger(making: Making, status: "pending" | "invalid"): Draft {
  const { random, calendar, agents, nextName } = making;
  for (;;) {
    const at = calendar.working(status === "pending" ? random.whole(calendar.latest, 1) : random.whole(3, 330));
    const agent = random.pick(agents);
    const place = reports(agent, at) ? placeFor(making, new Set(), at) : undefined;
    if (!place) continue;
    const number = freeNumber(random);
    const isMasked = place.report_phone_mode === "first3_last4";
    const draft = reported(
      making,
      agent,
      place,
      nextName(),
      isMasked ? `${number.slice(0, 3)}****${number.slice(-4)}` : number,
      at,
    );
    return status === "pending"
      ? draft
      : refused(draft, agent.row.manager_id, at + random.whole(1, 22) * hour, random.weighted(refusals), null);
  }
}

function refused(draft: Draft, by: number, at: number, invalid_reason: ClueInvalidReason, note: string | null): Draft {
  step(draft, "reject", "invalid", by, at, [clueInvalidReasons[invalid_reason], note].filter(Boolean).join("："));
  draft.row = { ...draft.row, invalid_reason, invalid_note: note, reviewed_by: by, reviewed_at: isoInstant(at) };
  return draft;
}

/** Another agent's report of a customer who is protected at that moment. */
function duplicate(making: Making, certain: readonly Draft[], isOpen: boolean): Draft | undefined {
  const { random, calendar, agents, estates } = making;
  const first = random.pick(certain);
  const from = momentOf(first.row.reviewed_at) + hour;
  const until = Math.min(momentOf(first.row.protect_until), calendar.now) - 2 * hour;
  const at = isOpen ? calendar.working(calendar.latest) : from + Math.floor(random.value() * (until - from - day));
  if (at < from || at > until || (!isOpen && at + day > Math.min(until, calendar.now))) return undefined;
  const agent = random.pick(agents);
  const place = estates.find(({ row }) => row.id === first.row.estate_id)?.row;
  if (!place || agent.row.id === first.row.agent_id || !reports(agent, at)) return undefined;
  const draft = reported(making, agent, place, first.row.customer_name, first.row.phone, at);
  draft.row = { ...draft.row, collision: "agent_dup", collision_certain: true, collision_at: draft.row.created_at };
  draft.collidesWith = first;
  return isOpen
    ? draft
    : refused(draft, agent.row.manager_id, at + random.whole(2, 20) * hour, "duplicate", "他渠道先行报备");
}

/** A report of a person one of our sellers is already talking to. */
function ownCollision(making: Making, ours: readonly Customer[], isOpen: boolean): Draft | undefined {
  const { random, calendar, agents } = making;
  const about = random.pick(ours);
  const last = momentOf(about.last_tracking_at);
  if (!about.owner_id || about.deleted_at || !about.phone_e164?.startsWith("+86") || !(last > 0)) return undefined;
  const at = isOpen ? calendar.working(calendar.latest) : last + random.whole(1, 20) * day;
  if (at < last + hour || at - last > 60 * day || at > calendar.now - (isOpen ? hour : day)) return undefined;
  // Whose they were at that moment, an earlier one need not be.
  if (momentOf(about.assigned_at) > at) return undefined;
  const agent = random.pick(agents);
  const place = reports(agent, at) ? placeFor(making, new Set(), at) : undefined;
  if (!place) return undefined;
  const draft = reported(making, agent, place, about.name, String(about.phone), at);
  draft.row = { ...draft.row, collision: "own_customer", collision_certain: true, collision_at: draft.row.created_at };
  draft.collidesWith = { customer: about };
  return isOpen
    ? draft
    : refused(draft, agent.row.manager_id, at + random.whole(2, 20) * hour, "own_customer", "报备前我方顾问已在跟进");
}

/** With their numbers, in the order in which they came; with the sheets of those that collide, and the customers' agents. */
function written(calendar: Calendar, brought: readonly Brought[], drafts: readonly Draft[]) {
  const numbers = new Map<Draft, ClueRow>();
  const rows = numbered(
    drafts.map((draft) => ({ draft, at: momentOf(draft.row.created_at) })),
    "BB",
  ).map(({ draft, id, no }): ClueRow => {
    const row = { ...draft.row, id, clue_no: no };
    numbers.set(draft, row);
    return row;
  });
  const agentNames = new Map(brought.map(({ agent }) => [agent.row.id, agent.row.name]));
  const sheets: SheetRow[] = [];
  const logs: LogRow[] = [];
  for (const draft of drafts) {
    const row = found(numbers.get(draft));
    const sheet = draft.collidesWith && sheetOf(calendar, row, draft.collidesWith, numbers, agentNames);
    if (sheet) {
      sheets.push(sheet);
      if (sheet.decided_at)
        draft.logs.splice(1, 0, {
          action: "judge",
          note: `判定单1：${sheet.reason}`,
          by: sheet.decided_by ?? null,
          at: sheet.decided_at,
        });
    }
    logs.push(...draft.logs.map((line) => ({ ...line, clue_id: row.id })));
  }
  const sourced = new Map(
    brought
      .filter(({ at }) => at.size > 0)
      .map(
        ({ about, agent }) =>
          [about.id ?? 0, { agent_id: agent.row.id, source: "agent", source_detail: agent.row.name }] as const,
      ),
  );
  logs.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  return { rows: filled(rows), logs: filled(logs), sheets, sourced };
}

function sheetOf(
  calendar: Calendar,
  row: ClueRow,
  other: Draft | { customer: Customer },
  numbers: ReadonlyMap<Draft, ClueRow>,
  agentNames: ReadonlyMap<number, string>,
): SheetRow {
  const isOwn = "customer" in other;
  const against = isOwn ? undefined : found(numbers.get(other));
  row.collision_ref_id = isOwn ? (other.customer.id ?? null) : found(against).id;
  const decided = row.status === "invalid" ? found(row.reviewed_at) : null;
  // One that has run out since held it when it was decided.
  const until = against?.protect_until;
  const held = until && Date.parse(until) > calendar.now ? until : isoInstant(calendar.now + 30 * day);
  const ruled = judgeByRule(
    {
      report: { created_at: row.created_at },
      others: against
        ? [
            {
              ...{ status: "valid" as const, created_at: against.created_at, clue_no: against.clue_no },
              ...{ protect_mode: against.protect_mode, protect_until: held },
              ...{ agent: agentNames.get(against.agent_id) ?? "代理", isOwnAgent: false },
            },
          ]
        : [],
      own: isOwn
        ? [{ since: found(other.customer.created_at), active: found(other.customer.last_tracking_at), owner: "顾问" }]
        : [],
      isListed: false,
      certain: true,
      collisionDays: 90,
    },
    new Date(calendar.now),
  );
  const party = (of: ClueRow, is_this: boolean): JudgementParty => ({
    kind: "clue",
    ...{ id: of.id, who: agentNames.get(of.agent_id) ?? "代理", is_this },
    ...{ first_at: of.created_at, last_activity_at: of.created_at, protect_until: of.protect_until ?? null, visits: 0 },
    evidence: [{ kind: "report", at: of.created_at, text: "报备" }],
  });
  const ours = (of: Customer): JudgementParty => ({
    kind: "customer",
    ...{
      id: of.id ?? 0,
      who: "我方顾问",
      first_at: of.created_at ?? null,
      last_activity_at: of.last_tracking_at ?? null,
    },
    ...{ protect_until: null, visits: 0 },
    evidence: [{ kind: "customer", at: found(of.created_at), text: "客户建档" }],
  });
  return {
    ...{ clue_id: row.id, no: 1, certain: true, ...ruled },
    parties: decided ? [party(row, true), isOwn ? ours(other.customer) : party(found(against), false)] : [],
    verdict: decided ? ruled.rule_result : null,
    reason: decided ? (isOwn ? "跟进记录与拨打记录早于报备，归我司" : "他渠道报备在先且在保护期内") : null,
    ...{ decided_by: decided ? (row.reviewed_by ?? null) : null, decided_at: decided },
    version: decided ? 2 : 1,
    ...{ created_at: row.created_at, updated_at: decided ?? row.created_at },
  };
}
