import { type SQL, sql } from "drizzle-orm";
import type { BriefingRow } from "~/contract/analysis/analysis";
import { type BriefingColumn, briefingColumns } from "~/contract/analysis/figure-texts";
import type { Db } from "~/server/database/database";
import { customerOwnerLog, tracking } from "~/server/database/tables/customer/customer";
import { deal } from "~/server/database/tables/deal/deal";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { inScope } from "~/server/identity/scope";
import { within } from "~/server/lib/list";
import type { Viewer } from "../customer/customer/view";
import { figureOf, perPerson } from "../customer/figures/figures";
import { contractsPerPerson, dealFigure } from "../deal/figures";
import { askedInquiries, inTime } from "../inquiry/figures";
import { all, type Days } from "../shared/figure";
import { targetsOf } from "../system/target/month";
import { maySee } from "./briefing";

export type Counted = Exclude<BriefingColumn, "target_rate">;
/** Each column as `person` and `n`, one walk for all people; undefined where the viewer may not see it. */
function columnsOf(viewer: Viewer, days: Days): Record<Counted, SQL | undefined> {
  const { caller } = viewer;
  const moved = (person: SQL, action: "claim" | "auto_release") =>
    sql`select ${person} as person, count(*)::int as n from ${customerOwnerLog} where ${all(
      sql`${customerOwnerLog.action} = ${action}`,
      inScope(person, caller, "customer"),
      ...within(customerOwnerLog.at, days.from, days.to),
    )} group by 1`;
  const asked = askedInquiries(viewer, {}).from(days);
  const ofAssignee = (n: SQL) => sql`select ${inquiry.assignee_id} as person, ${n} as n from ${asked} group by 1`;
  const when = (key: Parameters<typeof maySee>[1], column: SQL) => (maySee(viewer, key) ? column : undefined);
  return {
    customer_new: when("customer_new", perPerson("customer_new", viewer, days)),
    claimed: when("customer_new", moved(sql`${customerOwnerLog.to_user}`, "claim")),
    tracking_valid: when("tracking_valid", perPerson("tracking_valid", viewer, days)),
    tracked_customers: when(
      "tracking_valid",
      sql`select ${tracking.user_id} as person, count(distinct ${tracking.customer_id})::int as n
        from ${tracking} where ${figureOf("tracking_valid", viewer).rows(days)} group by 1`,
    ),
    visit_count: when("visit_count", perPerson("visit_count", viewer, days)),
    subscribe_count: when(
      "subscribe_count",
      sql`select ${deal.owner_id} as person, count(*)::int as n from ${deal}
        where ${dealFigure("subscribe_count", viewer, {}).rows(days)} group by 1`,
    ),
    contract_count: when("contract_count", contractsPerPerson("contract_count", caller, days)),
    contract_amount: when("contract_amount", contractsPerPerson("contract_amount", caller, days)),
    response_rate: when(
      "response_rate",
      ofAssignee(sql`round(100.0 * count(*) filter (where ${inTime(viewer)}) / count(*), 1)::float8`),
    ),
    overdue: when("inquiry_new", ofAssignee(sql`count(*) filter (where ${inquiry.is_overdue})::int`)),
    dropped: when("customer_new", moved(sql`${customerOwnerLog.from_user}`, "auto_release")),
  };
}

/** The table by consultant: sellers of the viewer's scope, and everyone who reached something in the month. */
export async function consultantsOf(db: Db, viewer: Viewer, days: Days): Promise<BriefingRow[]> {
  const found = new Map<Counted, ReadonlyMap<number, number>>();
  for (const [key, query] of Object.entries(columnsOf(viewer, days))) {
    if (!query) continue;
    const { rows } = await db.execute<{ person: string | null; n: number | null }>(query);
    const byPerson = rows.flatMap(({ person, n }): [number, number][] =>
      person === null || n === null ? [] : [[Number(person), n]],
    );
    found.set(key as Counted, new Map(byPerson)); // the keys of the record above
  }
  const { list } = await targetsOf(db, viewer, days.to.slice(0, 7));
  return list.flatMap(({ dim, id, name, team, cells }) => {
    if (dim !== "user") return [];
    // A share of nothing is nothing; of all others nothing is none.
    const numberOf = (key: Counted) =>
      found.has(key) ? (found.get(key)?.get(id) ?? (key === "response_rate" ? null : 0)) : null;
    const keys = Object.keys(briefingColumns) as BriefingColumn[]; // what the literal is keyed by
    const values = Object.fromEntries(
      keys.map((key) => [key, key === "target_rate" ? cells.contract_amount.rate : numberOf(key)]),
    ) as Record<BriefingColumn, number | null>;
    return [{ id, name, team, ...values }];
  });
}
