import { and, inArray, isNull } from "drizzle-orm";
import { city as contract } from "~/contract/seo/city";
import { cityIntro } from "~/server/database/tables/seo/city";
import { orderOf, tablePage } from "~/server/lib/list";
import { containsText } from "~/server/lib/search";
import { serve } from "~/server/lib/serve";
import { contentHandlers } from "~/server/resources/content/handlers";
import { inStatuses } from "~/server/resources/content/list";
import { slugHandler } from "~/server/resources/content/slug-handler";
import { cities } from "./city/kind";
import { cityOf, toCityRows } from "./city/view";

export const cityHandlers = [
  serve(contract.list, (call) => {
    const { query, services } = call;
    const where = and(
      isNull(cityIntro.deleted_at),
      query.keyword ? containsText(cityIntro.title, query.keyword) : undefined,
      query.country?.length ? inArray(cityIntro.country_code, query.country) : undefined,
      query.lang?.length ? inArray(cityIntro.lang, query.lang) : undefined,
      inStatuses(cityIntro, query.status, services.now()),
    );
    return tablePage(call, cityIntro, { where, order: orderOf(cityIntro, query.sort, cityIntro.id) }, toCityRows);
  }),
  slugHandler(contract.slug, cities),
  ...contentHandlers(cities, contract, cityOf),
];
