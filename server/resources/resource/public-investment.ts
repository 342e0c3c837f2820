import { desc, eq, inArray } from "drizzle-orm";
import { publicInvestment as contract } from "~/contract/resource/public-resource";
import { investment } from "~/server/database/tables/resource/resource";
import { serve } from "~/server/lib/serve";
import { isBestIn, publicItem, publicItems } from "~/server/resources/content/public";
import { withBelow } from "~/server/resources/shared/districts";
import { readInvestment, toPublicInvestments } from "./investment";

export const publicInvestmentHandlers = [
  serve(contract.list, async (call) => {
    const { country, district, category, lang } = call.query;
    const where = [
      isBestIn(investment, lang, call.services.now()),
      country?.length ? inArray(investment.country_code, country) : undefined,
      district ? inArray(investment.district_id, await withBelow(call.db, [district])) : undefined,
      category ? eq(investment.category, category) : undefined,
    ];
    const order = [investment.sort.getSQL(), desc(investment.id)];
    return publicItems(call, investment, { where, order }, (rows, reading) => toPublicInvestments(call, rows, reading));
  }),
  serve(contract.get, (call) =>
    publicItem(call, { kind: "investment", table: investment }, (row, reading) => readInvestment(call, row, reading)),
  ),
];
