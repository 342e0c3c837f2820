import { and, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { investment as contract } from "~/contract/resource/investment";
import { investment } from "~/server/database/tables/resource/resource";
import { orderOf } from "~/server/lib/list";
import { containsText } from "~/server/lib/search";
import { inStatuses } from "~/server/resources/content/list";

type Query = z.output<typeof contract.list.query>;

const { updated_at, created_at, publish_at, view_count, sort } = investment;

export const investmentOrder = (by: Query["sort"]): SQL =>
  orderOf({ updated_at, created_at, publish_at, view_count, sort }, by, investment.id);

/** The rows that a query asks for. */
export const investmentRows = ({ keyword, country, category, lang, status }: Query, at: Date): SQL =>
  sql`${and(
    isNull(investment.deleted_at),
    keyword ? containsText(investment.title, keyword) : undefined,
    country?.length ? inArray(investment.country_code, country) : undefined,
    category?.length ? inArray(investment.category, category) : undefined,
    lang?.length ? inArray(investment.lang, lang) : undefined,
    inStatuses(investment, status, at),
  )}`;
