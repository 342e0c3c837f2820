import { isoInstant } from "~/server/database/tables/columns";
import type { customer, tracking } from "~/server/database/tables/customer/customer";
import type { target } from "~/server/database/tables/system/admin";
import type { Calendar } from "../shared/calendar";
import type { Random } from "../shared/random";
import type { Staff, TeamName } from "./staff";

type Row = typeof target.$inferInsert;

/** Half a year, this month last. */
const months = 6;
/** What is usual is taken from the last two. */
const usualOf = 2;
const targetTeams: readonly TeamName[] = ["华东", "华南", "华北", "日本", "渠道"];

interface Reached {
  customers: readonly (typeof customer.$inferInsert)[];
  trackings: readonly (typeof tracking.$inferInsert)[];
}

/** Targets of five teams and all sellers, for six months (domain G.2): somewhat above what each reaches in a usual month. */
export function makeTargets(
  random: Random,
  calendar: Calendar,
  staff: readonly Staff[],
  teamIds: ReadonlyMap<string, number>,
  reached: Reached,
): Row[] {
  const sellers = staff.filter(({ roles }) => roles.includes("sales") || roles.includes("sales_manager"));
  const usual = usualMonths(calendar, reached);
  const current = isoInstant(calendar.now);
  return Array.from({ length: months }, (_, index) => monthBefore(current.slice(0, 7), months - 1 - index)).flatMap(
    (month) => {
      const of = (person: Staff): Record<string, number> => {
        const wished = (metric: string) =>
          Math.max(1, Math.ceil((usual.get(`${person.id}:${metric}`) ?? 0) * (1 + random.value() * 0.4)));
        const contract_count = random.whole(1, 3);
        return {
          contract_amount: contract_count * random.whole(22, 42) * 100_000,
          contract_count,
          visit_count: wished("visit_count"),
          tracking_valid: wished("tracking_valid"),
          customer_new: wished("customer_new"),
        };
      };
      const people = sellers.map((person) => ({ person, values: of(person) }));
      const stamp = { created_at: `${month}-01T09:30:00.000+08:00`, updated_at: `${month}-01T09:30:00.000+08:00` };
      const write = (whose: Partial<Row> & Pick<Row, "dim">, values: Readonly<Record<string, number>>): Row[] =>
        Object.entries(values).map(([metric, value]) => ({
          team_id: null,
          user_id: null,
          ...{ ...whose, month, metric, value: value.toFixed(2) },
          ...stamp,
        }));
      return [
        ...people.flatMap(({ person, values }) => write({ dim: "user", user_id: person.id }, values)),
        ...targetTeams.flatMap((team) =>
          write(
            { dim: "team", team_id: teamIds.get(team) ?? null },
            sumOf(people.filter(({ person }) => person.team === team).map(({ values }) => values)),
          ),
        ),
      ];
    },
  );
}

/** What each did in a usual month, as `person:metric`. */
function usualMonths(calendar: Calendar, { customers, trackings }: Reached): Map<string, number> {
  const since = isoInstant(calendar.at(usualOf * 30, 0));
  const counts = new Map<string, number>();
  const add = (person: number | null | undefined, metric: string) =>
    counts.set(`${person}:${metric}`, (counts.get(`${person}:${metric}`) ?? 0) + 1 / usualOf);
  for (const { first_owner_id, created_at } of customers)
    if ((created_at ?? "") > since) add(first_owner_id, "customer_new");
  for (const { user_id, tracked_at, type, is_valid } of trackings) {
    if (tracked_at <= since) continue;
    if (is_valid) add(user_id, "tracking_valid");
    if (type === "visit") add(user_id, "visit_count");
  }
  return counts;
}

/** A team without sellers has its own: what it brings in by its agents. */
function sumOf(values: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  if (values.length === 0) return { contract_amount: 6_000_000, contract_count: 2 };
  const sums: Record<string, number> = {};
  for (const one of values)
    for (const [metric, value] of Object.entries(one)) sums[metric] = (sums[metric] ?? 0) + value;
  return sums;
}

function monthBefore(month: string, by: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 - by, 1)).toISOString().slice(0, 7);
}
