import { and, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { investment as contract } from "~/contract/resource/investment";
import { investment } from "~/server/database/tables/resource/resource";
import { orderOf, tablePage } from "~/server/lib/list";
import { containsText } from "~/server/lib/search";
import { serve } from "~/server/lib/serve";
import { contentHandlers } from "~/server/resources/content/handlers";
import { inStatuses } from "~/server/resources/content/list";
import { investments } from "./investment/kind";
import { investmentOf, toInvestmentRows } from "./investment/view";

type Query = z.output<typeof contract.list.query>;

const investmentOrder = (by: Query["sort"]): SQL => orderOf(investment, by, investment.id);

const investmentRows = ({ keyword, country, category, lang, status }: Query, at: Date): SQL =>
  sql`${and(
    isNull(investment.deleted_at),
    keyword ? containsText(investment.title, keyword) : undefined,
    country?.length ? inArray(investment.country_code, country) : undefined,
    category?.length ? inArray(investment.category, category) : undefined,
    lang?.length ? inArray(investment.lang, lang) : undefined,
    inStatuses(investment, status, at),
  )}`;

export const investmentHandlers = [
  serve(contract.list, (call) => {
    const { query, services } = call;
    const parts = { where: investmentRows(query, services.now()), order: investmentOrder(query.sort) };
    return tablePage(call, investment, parts, toInvestmentRows);
  }),
  ...contentHandlers(investments, contract, investmentOf),
];
