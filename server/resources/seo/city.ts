import { and, inArray, isNull } from "drizzle-orm";
import { city as contract } from "~/contract/seo/city";
import { cityIntro } from "~/server/database/tables/seo/city";
import { listOf, orderOf } from "~/server/lib/list";
import { containsText } from "~/server/lib/search";
import { serve } from "~/server/lib/serve";
import { contentHandlers } from "~/server/resources/content/handlers";
import { inStatuses } from "~/server/resources/content/list";
import { slugHandler } from "~/server/resources/content/slug-handler";
import { cities } from "./city/kind";
import { cityOf, toCityRows } from "./city/view";

export const cityHandlers = [
  serve(contract.list, async (call) => {
    const { db, query, services } = call;
    const where = and(
      isNull(cityIntro.deleted_at),
      query.keyword ? containsText(cityIntro.title, query.keyword) : undefined,
      query.country?.length ? inArray(cityIntro.country_code, query.country) : undefined,
      query.lang?.length ? inArray(cityIntro.lang, query.lang) : undefined,
      inStatuses(cityIntro, query.status, services.now()),
    );
    const order = orderOf(cityIntro, query.sort, cityIntro.id);
    const select = db.select().from(cityIntro).$dynamic();
    const parts = { select, from: cityIntro, where, order };
    const page = await listOf(db, query, parts);
    return { ...page, list: await toCityRows(call, page.list) };
  }),
  slugHandler(contract.slug, cities),
  ...contentHandlers(cities, contract, cityOf),
];
