import { isoInstant } from "~/server/database/tables/columns";
import type { requirement } from "~/server/database/tables/customer/customer";
import { type Calendar, day, inHours, minute } from "../shared/calendar";
import type { Random } from "../shared/random";
import { numbered } from "../shared/rows";
import type { Person } from "./customers";
import { mustHaves, requirementExtras } from "./site-texts";

type Row = typeof requirement.$inferInsert;

/** What a customer looks for, and its author. */
export interface Requirement {
  id: number;
  no: string;
  person: Person;
  at: number;
  by: number;
  row: Row;
}

const closedShare = 0.18;
/** Size by layout, in m². */
const layouts = {
  studio: [16, 28],
  "1K": [20, 32],
  "1LDK": [32, 52],
  "2LDK": [46, 70],
  "3LDK": [62, 92],
  "4LDK+": [85, 140],
} as const satisfies Record<string, readonly [number, number]>;
type Layout = keyof typeof layouts;
const layoutWeights: Readonly<Record<Layout, number>> = {
  studio: 8,
  "1K": 13,
  "1LDK": 24,
  "2LDK": 28,
  "3LDK": 21,
  "4LDK+": 6,
};
const propertyTypes = { tower: 44, apartment: 34, detached: 8, villa: 4, townhouse: 3, whole_building: 4, hotel: 3 };
const timelinesOf: Readonly<Record<string, readonly (string | null)[]>> = {
  A: ["1m", "1m", "3m"],
  B: ["3m", "3m", "6m"],
  C: ["6m", "12m"],
  D: ["12m", "later", null],
};

/** Written down just after the talk in which a customer's wish became clear (domain C.1.3); some have two. */
export function makeRequirements(
  random: Random,
  calendar: Calendar,
  people: readonly Person[],
  total: number,
): Requirement[] {
  const clear = random.shuffle(people.flatMap((person) => clearMoment(person)));
  const first = clear.slice(0, Math.ceil(total * 0.88));
  const again = first.slice(0, total - first.length).map(({ at, ...rest }) => ({
    ...rest,
    at: inHours(random, calendar, at, calendar.now),
  }));
  const told = [
    ...first.map(({ at, ...rest }) => ({
      ...rest,
      at: Math.min(at + random.whole(3, 25) * minute, at + Math.floor((calendar.now - at) / 2)),
    })),
    ...again,
  ];
  return numbered(told, "XQ").map((one) => ({ ...one, row: rowOf(random, calendar, one) }));
}

type Moment = Pick<Requirement, "person" | "at" | "by">;

function clearMoment(person: Person): Moment[] {
  const { plan, followUps, history } = person;
  if ((plan.stage !== "qualified" && plan.stage !== "visited") || history.deletedAt !== null) return [];
  const talk = followUps.find(({ stageAfter }) => stageAfter === "qualified" || stageAfter === "visited");
  return talk ? [{ person, at: talk.at, by: talk.userId }] : [];
}

function rowOf(random: Random, calendar: Calendar, told: Omit<Requirement, "row">): Row {
  const { profile, plan } = told.person;
  const layout = random.weighted(layoutWeights);
  const [least, most] = layouts[layout];
  const low = least + random.whole(0, Math.floor((most - least) / 3));
  const isClosed = random.chance(closedShare);
  const closedAt = inHours(random, calendar, told.at, calendar.now);
  const isInvestment = profile.purposes.includes("investment");
  const platform = random.weighted({ manual: 84, wecom: 10, web: 4, h5: 2 });
  const isOwnText = platform === "web" || platform === "h5";
  const ready = random.chance(0.35) ? random.whole(0, 12) : null;
  return {
    id: told.id,
    requirement_no: told.no,
    customer_id: told.person.id,
    purposes: profile.purposes,
    country_code: profile.intent_country_codes[0] ?? "JP",
    district_ids: profile.intent_district_ids,
    property_types: [random.weighted(propertyTypes)],
    layouts: layout === "1LDK" && random.chance(0.4) ? ["1LDK", "2LDK"] : [layout],
    area_min: `${low}.00`,
    area_max: random.chance(0.8) ? `${Math.max(low + 8, most - random.whole(0, 6))}.00` : null,
    price_min: profile.budget_min,
    price_max: profile.budget_max,
    currency: profile.budget_currency,
    yield_min: isInvestment && random.chance(0.6) ? `${random.pick(["3.50", "4.00", "4.50", "5.00"])}` : null,
    station_walk_max: random.chance(0.6) ? random.pick([5, 8, 10, 15]) : null,
    completion_from: ready === null ? null : monthOf(calendar, ready),
    completion_to: ready === null ? null : monthOf(calendar, ready + random.whole(6, 24)),
    floor_pref: random.weighted({ any: 48, high: 34, mid: 13, low: 5 }),
    loan: profile.loan_need,
    down_payment: downPayment(profile),
    timeline: random.pick(timelinesOf[plan.level] ?? [null]),
    must_have: random.chance(0.5) ? random.pick(mustHaves) : null,
    extra: random.chance(0.35) ? random.pick(requirementExtras) : null,
    status: isClosed ? "closed" : "open",
    platform,
    version: isClosed ? 2 : 1,
    created_at: isoInstant(told.at),
    updated_at: isoInstant(isClosed ? closedAt : told.at),
    created_by: isOwnText ? null : told.by,
    updated_by: told.by,
  };
}

/** The first day of the month so many months from now. */
function monthOf(calendar: Calendar, months: number): string {
  return `${isoInstant(calendar.now + Math.round(months * 30.4) * day).slice(0, 8)}01`;
}

/** A third of the budget, where somebody borrows. */
function downPayment({ loan_need, budget_max }: Person["profile"]): string | null {
  if (loan_need !== "loan" || budget_max === null) return null;
  const third = Math.round(Number(budget_max) / 3);
  const step = 10 ** Math.max(String(third).length - 2, 0);
  return `${Math.round(third / step) * step}.00`;
}
