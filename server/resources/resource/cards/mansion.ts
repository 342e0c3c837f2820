import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { structures } from "~/contract/shared/property";
import { mansion } from "~/server/database/tables/house/property";
import { publicCoversOf } from "~/server/resources/house/album/album-view";
import { districtsOf, withBelow } from "~/server/resources/shared/districts";
import { type CardSource, factsOf, inOrder, when } from "./source";

const isShown = and(isNull(mansion.deleted_at), eq(mansion.status, "enabled"));

/** Buildings of the dictionary that are in use. The site has no page of one. */
export const mansionSource: CardSource = {
  cards: async ({ db, services, base }, ids) => {
    if (ids.length === 0) return [];
    const rows = await db
      .select()
      .from(mansion)
      .where(and(isShown, inArray(mansion.id, [...ids])));
    const covers = await publicCoversOf(db, services, "mansion", ids);
    const places = await districtsOf(db, [...new Set(rows.map(({ district_id }) => district_id))]);
    const cards = rows.map(({ id, name, district_id, built_at, structure, total_units }) => {
      const cover = covers.get(id);
      return {
        ...{ id, slug: null, title: name, url: null },
        cover: cover ? base + cover : null,
        facts: factsOf([
          ["区域", places.find((place) => place.id === district_id)?.name],
          ["建成", built_at],
          ["结构", structure && structures[structure]],
          ["总户数", total_units === null ? null : `${total_units}户`],
        ]),
      };
    });
    return inOrder(ids, cards);
  },
  find: async ({ db }, { filter, sort, limit }) => {
    const places = filter.district_id === null ? undefined : await withBelow(db, [filter.district_id]);
    const rows = await db
      .select({ id: mansion.id })
      .from(mansion)
      .where(
        and(
          isShown,
          when(filter.country_code, (code) => eq(mansion.country_code, code)),
          when(places, (ids) => inArray(mansion.district_id, ids)),
        ),
      )
      .orderBy(
        sort === "built_desc" ? sql`${mansion.built_at} desc` : sql`${mansion.created_at} desc`,
        sql`${mansion.id} desc`,
      )
      .limit(limit);
    return rows.map(({ id }) => id);
  },
};
