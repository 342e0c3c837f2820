import { isoInstant } from "~/server/database/tables/columns";
import type { requirement } from "~/server/database/tables/customer/customer";
import { type Base, by, chance, draw, maybe, oneOf } from "../drawn-rows";
import { day, inHours, minute } from "../shared/calendar";
import { numbered, stamps } from "../shared/rows";
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

/** Size by layout, in m². */
const layouts = {
  ...{ studio: [16, 28], "1K": [20, 32], "1LDK": [32, 52], "2LDK": [46, 70], "3LDK": [62, 92], "4LDK+": [85, 140] },
} as const satisfies Record<string, readonly [number, number]>;
const timelines = {
  A: ["1m", "1m", "3m"],
  B: ["3m", "3m", "6m"],
  C: ["6m", "12m"],
  D: ["12m", "later", null],
} as const;

const wishes = {
  layout: by({ studio: 8, "1K": 13, "1LDK": 24, "2LDK": 28, "3LDK": 21, "4LDK+": 6 }),
  type: by({ tower: 44, apartment: 34, detached: 8, villa: 4, townhouse: 3, whole_building: 4, hotel: 3 }),
  yield_min: maybe(0.6, oneOf(["3.50", "4.00", "4.50", "5.00"])),
  station_walk_max: maybe(0.6, oneOf([5, 8, 10, 15])),
  floor_pref: by({ any: 48, high: 34, mid: 13, low: 5 }),
  must_have: maybe(0.5, oneOf(mustHaves)),
  extra: maybe(0.35, oneOf(requirementExtras)),
  platform: by({ manual: 84, wecom: 10, web: 4, h5: 2 }),
  isClosed: chance(0.18),
};

/** Written down just after the talk in which a customer's wish became clear (domain C.1.3); some have two. */
export function makeRequirements(base: Base, people: readonly Person[], total: number): Requirement[] {
  const { random, calendar } = base;
  const first = random
    .shuffle(people)
    .flatMap((person) => {
      const isClear = person.plan.stage === "qualified" || person.plan.stage === "visited";
      const talk = person.followUps.find(({ stage_after: at }) => at === "qualified" || at === "visited");
      if (!talk || !isClear || person.history.deletedAt !== null) return [];
      const soon = Math.min(random.whole(3, 25) * minute, Math.floor((calendar.now - talk.at) / 2));
      return [{ person, at: talk.at + soon, by: talk.userId }];
    })
    .slice(0, Math.ceil(total * 0.88));
  const again = first
    .slice(0, total - first.length)
    .map((one) => ({ ...one, at: inHours(random, calendar, one.at, calendar.now) }));
  return numbered([...first, ...again], "XQ").map((one) => ({ ...one, row: rowOf(base, one) }));
}

function rowOf({ random, calendar }: Base, told: Omit<Requirement, "row">): Row {
  const { profile, plan } = told.person;
  const { layout, type, isClosed, yield_min, ...wish } = draw(random, wishes);
  const [least, most] = layouts[layout];
  const low = least + random.whole(0, Math.floor((most - least) / 3));
  const isOwnText = wish.platform === "web" || wish.platform === "h5";
  const ready = random.chance(0.35) ? random.whole(0, 12) : null;
  const monthIn = (months: number) => `${isoInstant(calendar.now + Math.round(months * 30.4) * day).slice(0, 8)}01`;
  return {
    ...{ id: told.id, requirement_no: told.no, customer_id: told.person.id, ...wish },
    ...{ purposes: profile.purposes, country_code: profile.intent_country_codes[0] ?? "JP" },
    ...{ district_ids: profile.intent_district_ids, property_types: [type], layouts: [layout] },
    area_min: `${low}.00`,
    area_max: random.chance(0.8) ? `${Math.max(low + 8, most - random.whole(0, 6))}.00` : null,
    ...{ price_min: profile.budget_min, price_max: profile.budget_max, currency: profile.budget_currency },
    yield_min: profile.purposes.includes("investment") ? yield_min : null,
    completion_from: ready === null ? null : monthIn(ready),
    completion_to: ready === null ? null : monthIn(ready + random.whole(6, 24)),
    ...{ loan: profile.loan_need, down_payment: downPayment(profile), timeline: random.pick(timelines[plan.level]) },
    ...{ status: isClosed ? "closed" : "open", version: isClosed ? 2 : 1 },
    ...stamps(
      told.at,
      isOwnText ? null : told.by,
      isClosed ? inHours(random, calendar, told.at, calendar.now) : told.at,
    ),
    updated_by: told.by,
  };
}

/** A third of the budget, where somebody borrows. */
function downPayment({ loan_need, budget_max }: Person["profile"]): string | null {
  if (loan_need !== "loan" || budget_max === null) return null;
  const third = Math.round(Number(budget_max) / 3);
  const step = 10 ** Math.max(String(third).length - 2, 0);
  return `${Math.round(third / step) * step}.00`;
}
