import { and, eq, gte, inArray, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { mansion as contract } from "~/contract/house/mansion";
import type { Database, Transaction } from "~/server/database/database";
import { mansion } from "~/server/database/tables/house/property";
import { orderOf } from "~/server/lib/list";
import { containsText } from "~/server/lib/search";
import { whereRows } from "~/server/lib/where";
import { withBelow } from "~/server/resources/shared/districts";

type Db = Database | Transaction;
type Query = z.output<typeof contract.list.query>;

export const mansionOrder = (sort: Query["sort"]): SQL => orderOf(mansion, sort, mansion.id);

/** The rows that a query asks for. */
export async function mansionRows(db: Db, query: Query): Promise<SQL> {
  const { keyword, country, district_id, built_min, built_max, structure, source, status } = query;
  return sql`${and(
    isNull(mansion.deleted_at),
    ...whereRows(query.where, mansion),
    keyword ? containsText(mansion.search_text, keyword) : undefined,
    country?.length ? inArray(mansion.country_code, country) : undefined,
    district_id?.length ? eq(mansion.district_id, sql`any(${sql.param(await withBelow(db, district_id))})`) : undefined,
    built_min ? gte(mansion.built_at, `${built_min}-01`) : undefined,
    built_max ? lte(mansion.built_at, `${built_max}-12`) : undefined,
    structure?.length ? inArray(mansion.structure, structure) : undefined,
    source?.length ? inArray(mansion.source, source) : undefined,
    status?.length ? inArray(mansion.status, status) : undefined,
  )}`;
}
