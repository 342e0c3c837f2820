import { ownedViews } from "~/contract/customer/customer-list";
import { Customer, CustomerRow } from "~/contract/customer/customer-record";
import { labelOf, metaOf } from "~/contract/field";
import { fieldText } from "~/contract/format";
import { conditionsOf, type Where } from "~/contract/where";

const columns = CustomerRow.shape;

/** What the filters of customers are about; one of two ends, as `created_from`, goes by its beginning. */
const fields = {
  ...{ level: columns.level, stage: columns.stage, source: columns.source, pool_reason: columns.pool_reason },
  ...{ tag: columns.tags, owner: columns.owner, country: columns.intent_country_codes },
  ...{ estate: columns.intent_estate_ids, district: Customer.shape.intent_district_ids },
  ...{ budget: columns.budget_max, pool: columns.pool_at, created: columns.created_at },
  ...{ tracked: columns.last_tracking_at, next: columns.next_tracking_at, idle_days: columns.idle_days },
};

const ends = { from: "≥", to: "≤", min: "≥", max: "≤", id: "#", currency: "" } as const;

/** A filter as the operation log keeps it. What was typed to find people is left out: nothing would take it out when they are destroyed. */
export function filterText(query: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(query).flatMap(([name, value]) => {
    if (value === undefined || value === "" || paging.includes(name)) return [];
    if (name === "keyword") return ["关键词"];
    // The endpoint has checked it.
    if (name === "where") return [`组合条件${conditionsOf(value as Where).length}个`];
    if (name === "view") return [value === "pool" ? "公海" : ownedViews[value as keyof typeof ownedViews]];
    const [, field = name, end] = /^(.+)_(from|to|min|max|id|currency)$/.exec(name) ?? [];
    const schema = fields[field as keyof typeof fields];
    const words = [value].flat().map((one) => fieldText(metaOf(schema), one));
    return [`${labelOf(schema, name)}${end ? ends[end as keyof typeof ends] : "："}${words.join("、")}`];
  });
  return parts.join("，");
}

const paging = ["page", "page_size", "sort", "group", "trashed"];
