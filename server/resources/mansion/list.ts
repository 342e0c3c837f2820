import { and, eq, gte, inArray, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { mansion as contract } from "~/contract/mansion";
import { district } from "~/server/database/tables/geography";
import { mansion } from "~/server/database/tables/property";
import { orderOf } from "~/server/lib/list";
import { containsText } from "~/server/lib/search";

type Query = z.output<typeof contract.list.query>;

const columns = {
  created_at: mansion.created_at,
  mansion_no: mansion.mansion_no,
  built_at: mansion.built_at,
};

export const mansionOrder = (sort: Query["sort"]): SQL => orderOf(columns, sort, mansion.id);

/** The rows that a query asks for. */
export function mansionRows(query: Query): SQL {
  const { keyword, country, district_id, built_min, built_max, structure, source, status } = query;
  return sql`${and(
    isNull(mansion.deleted_at),
    keyword ? containsText(mansion.search_text, keyword) : undefined,
    country?.length ? inArray(mansion.country_code, country) : undefined,
    district_id?.length ? eq(mansion.district_id, sql`any(array(${withBelow(district_id)}))`) : undefined,
    built_min ? gte(mansion.built_at, `${built_min}-01`) : undefined,
    built_max ? lte(mansion.built_at, `${built_max}-12`) : undefined,
    structure?.length ? inArray(mansion.structure, structure) : undefined,
    source?.length ? inArray(mansion.source, source) : undefined,
    status?.length ? inArray(mansion.status, status) : undefined,
  )}`;
}

/** Districts and everything below them: there are three levels. */
const withBelow = (ids: readonly number[]): SQL => sql`
  with recursive below as (
    select id from ${district} where id = any(${sql.param(ids)}::bigint[])
    union select child.id from ${district} child join below on child.parent_id = below.id
  ) select id from below`;
