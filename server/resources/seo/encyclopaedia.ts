import { and, eq, inArray, isNull } from "drizzle-orm";
import { encyclopaedia as contract } from "~/contract/seo/encyclopaedia";
import { encyclopaedia } from "~/server/database/tables/seo/city";
import { orderOf, tablePage } from "~/server/lib/list";
import { containsText } from "~/server/lib/search";
import { serve } from "~/server/lib/serve";
import { contentHandlers } from "~/server/resources/content/handlers";
import { inStatuses } from "~/server/resources/content/list";
import { slugHandler } from "~/server/resources/content/slug-handler";
import { encyclopaedias } from "./encyclopaedia/kind";
import { encyclopaediaOf, toEncyclopaediaRows } from "./encyclopaedia/view";

export const encyclopaediaHandlers = [
  serve(contract.list, (call) => {
    const { query, services } = call;
    const where = and(
      isNull(encyclopaedia.deleted_at),
      query.keyword ? containsText(encyclopaedia.title, query.keyword) : undefined,
      query.city_id ? eq(encyclopaedia.city_intro_id, query.city_id) : undefined,
      query.category?.length ? inArray(encyclopaedia.category, query.category) : undefined,
      query.lang?.length ? inArray(encyclopaedia.lang, query.lang) : undefined,
      inStatuses(encyclopaedia, query.status, services.now()),
    );
    return tablePage(
      call,
      encyclopaedia,
      { where, order: orderOf(encyclopaedia, query.sort, encyclopaedia.id) },
      toEncyclopaediaRows,
    );
  }),
  slugHandler(contract.slug, encyclopaedias),
  ...contentHandlers(encyclopaedias, contract, encyclopaediaOf),
];
