import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { structures } from "~/contract/shared/property";
import { mansion } from "~/server/database/tables/house/property";
import { publicCoversOf } from "~/server/resources/house/album/album-view";
import { districtsOf } from "~/server/resources/shared/districts";
import { factsOf, placesOf, tableCards, when } from "./source";

/** Buildings of the dictionary that are in use. The site has no page of one. */
export const mansionSource = tableCards({
  table: mansion,
  isShown: () => and(isNull(mansion.deleted_at), eq(mansion.status, "enabled")),
  finds: async (showing, filter) => [
    when(filter.country_code, (code) => eq(mansion.country_code, code)),
    when(await placesOf(showing, filter), (ids) => inArray(mansion.district_id, ids)),
  ],
  order: (sort) => (sort === "built_desc" ? sql`${mansion.built_at} desc` : sql`${mansion.created_at} desc`),
  async toCards({ db, services, base }, rows) {
    const ids = rows.map(({ id }) => id);
    const covers = await publicCoversOf(db, services, "mansion", ids);
    const places = await districtsOf(db, [...new Set(rows.map(({ district_id }) => district_id))]);
    return rows.map(({ id, name, district_id, built_at, structure, total_units }) => {
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
  },
});
