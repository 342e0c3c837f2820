import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { RuleSort } from "~/contract/resource/home-section";
import { estate } from "~/server/database/tables/house/estate";
import { estateCards } from "~/server/resources/content/cards";
import { type CardSource, placesOf, when } from "./source";

const orders: Partial<Record<RuleSort, SQL>> = {
  newest: sql`${estate.published_at} desc nulls last`,
  price_asc: sql`${estate.price_min_cny} asc nulls last`,
  price_desc: sql`${estate.price_min_cny} desc nulls last`,
  yield_desc: sql`${estate.gross_yield} desc nulls last`,
  views: sql`${estate.view_count} desc`,
};

export const estateSource: CardSource = {
  cards: ({ db, services, base }, ids) => estateCards(db, services, ids, base),
  find: async (showing, { filter, sort, limit }) => {
    const places = await placesOf(showing, filter);
    const rows = await showing.db
      .select({ id: estate.id })
      .from(estate)
      .where(
        and(
          isNull(estate.deleted_at),
          eq(estate.publish_status, "online"),
          when(filter.country_code, (code) => eq(estate.country_code, code)),
          when(places, (ids) => inArray(estate.district_id, ids)),
          when(filter.property_type, (type) => eq(estate.property_type, type)),
          filter.is_recommend ? eq(estate.is_recommend, true) : undefined,
        ),
      )
      .orderBy(...[orders[sort]].flatMap((order) => order ?? []), sql`${estate.id} desc`)
      .limit(limit);
    return rows.map(({ id }) => id);
  },
};
