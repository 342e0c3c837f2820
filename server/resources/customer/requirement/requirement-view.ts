import { eq, sql } from "drizzle-orm";
import type { Ref } from "~/contract/common";
import type { RequirementRow } from "~/contract/customer/requirement";
import { formatBudget } from "~/contract/format";
import { layouts } from "~/contract/shared/property";
import type { Db } from "~/server/database/database";
import { customer, requirement, requirementAnnex } from "~/server/database/tables/customer/customer";
import { country } from "~/server/database/tables/region/geography";
import { found, refuse } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { districtsOf } from "~/server/resources/shared/districts";
import { estateRefs } from "~/server/resources/shared/estates";
import { reachableBy, visibleTo } from "../customer/row";

export type RequirementRecord = typeof requirement.$inferSelect;

/** Requirements with their customer, whose scope is theirs; the caller adds where, order and limit. */
export function selectRequirements(db: Db, caller: Caller) {
  return db
    .select({
      requirement,
      customer: { id: customer.id, name: customer.name },
      country_name: country.name_zh,
      annex_count: sql<number>`(select count(*)::int from ${requirementAnnex}
        where ${requirementAnnex.requirement_id} = ${requirement.id})`,
      isVisible: sql<boolean>`coalesce(${visibleTo(caller)}, false)`,
      isReachable: reachableBy(caller),
      isOfDestroyed: sql<boolean>`${customer.destroyed_at} is not null`,
    })
    .from(requirement)
    .innerJoin(customer, eq(customer.id, requirement.customer_id))
    .leftJoin(country, eq(country.code, requirement.country_code));
}
type Viewed = Awaited<ReturnType<typeof selectRequirements>>[number];

/** Ends the request with 40400 (its customer destroyed too) or 40301 unless the caller sees the requirement. */
export function seenRequirement(viewed: Viewed | undefined): Viewed {
  const row = found(viewed);
  if (row.isOfDestroyed) return refuse(40400);
  return row.isVisible ? row : refuse(40301);
}

/** What was recorded, as the contract's fields have it: areas and percents are numbers, amounts are texts. */
export function factsOf({ area_min, area_max, yield_min, ...row }: RequirementRecord) {
  return { ...row, area_min: numberOf(area_min), area_max: numberOf(area_max), yield_min: numberOf(yield_min) };
}

const numberOf = (text: string | null) => (text === null ? null : Number(text));

export async function toRequirements(db: Db, caller: Caller, rows: Viewed[]): Promise<RequirementRow[]> {
  const names = new Map(
    (await districtsOf(db, [...new Set(rows.flatMap((row) => row.requirement.district_ids))])).map((one) => [
      one.id,
      one.name,
    ]),
  );
  const matchedEstateIds = rows.flatMap((row) => row.requirement.matched_estate_ids);
  const matched = await estateRefs(db, matchedEstateIds);
  return rows.map((viewed) => {
    const { requirement: row, customer: about, annex_count } = viewed;
    const districts = row.district_ids.flatMap((id) => {
      const name = names.get(id);
      return name ? [{ id, name }] : [];
    });
    const { created_by: _, updated_by: __, customer_id: ___, ...said } = factsOf(row);
    const { matched_estate_ids, ...facts } = said;
    return {
      ...facts,
      customer: about,
      districts,
      annex_count,
      matched: matched(matched_estate_ids),
      title: titleOf(viewed, districts),
      can: canDo(viewed, caller),
    };
  });
}

function canDo({ requirement: { status }, isReachable }: Viewed, caller: Caller): RequirementRow["can"] {
  const may = isReachable && caller.permissions.has("customer:requirement:edit");
  const isClosed = status === "closed";
  return { edit: may && !isClosed, close: may && !isClosed, reopen: may && isClosed };
}

export async function requirementOf(db: Db, caller: Caller, id: number): Promise<RequirementRow> {
  const rows = await selectRequirements(db, caller).where(eq(requirement.id, id));
  return found((await toRequirements(db, caller, rows))[0]);
}

const namedDistricts = 3;

/** 日本 · 东京都 港区 · 1LDK/2LDK · 5,000–8,000万日元 */
function titleOf({ requirement: row, country_name }: Viewed, districts: Ref[]): string {
  const words: Readonly<Record<string, string>> = layouts;
  const places = districts.slice(0, namedDistricts).map(({ name }) => name);
  return [
    country_name ?? row.country_code,
    places.join("、") + (districts.length > namedDistricts ? `等${districts.length}个区域` : ""),
    row.layouts.map((layout) => words[layout] ?? layout).join("/"),
    formatBudget(row.price_min, row.price_max, row.currency),
  ]
    .filter(Boolean)
    .join(" · ");
}
