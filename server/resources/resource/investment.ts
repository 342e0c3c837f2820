import { investment as contract } from "~/contract/resource/investment";
import { investment } from "~/server/database/tables/resource/resource";
import { listOf } from "~/server/lib/list";
import { serve } from "~/server/lib/serve";
import { contentHandlers } from "~/server/resources/content/handlers";
import { investments } from "./investment/kind";
import { investmentOrder, investmentRows } from "./investment/list";
import { investmentOf, toInvestmentRows } from "./investment/view";

export const investmentHandlers = [
  serve(contract.list, async (call) => {
    const { db, query, services } = call;
    const select = db.select().from(investment).$dynamic();
    const where = investmentRows(query, services.now());
    const parts = { select, from: investment, where, order: investmentOrder(query.sort) };
    const page = await listOf(db, query, { ...parts });
    return { ...page, list: await toInvestmentRows(call, page.list) };
  }),
  ...contentHandlers(investments, contract, investmentOf),
];
