import { eq } from "drizzle-orm";
import { cityIntro } from "~/server/database/tables/seo/city";
import { readSettings } from "~/server/lib/settings";
import { isBestIn, nextChange } from "~/server/resources/content/public";
import { isPublic } from "~/server/resources/shared/content-visits";
import { districtsOf } from "~/server/resources/shared/districts";
import { siteUrlBy } from "~/server/resources/shared/site";
import { byViews, coverOf, factsOf, tableCards, when } from "./source";

export const citySource = tableCards({
  table: cityIntro,
  isShown: (now) => isPublic(cityIntro, now),
  finds: ({ now, lang }, filter) => [
    isBestIn(cityIntro, lang, now),
    when(filter.country_code, (code) => eq(cityIntro.country_code, code)),
  ],
  order: byViews(cityIntro),
  async toCards(showing, rows) {
    const settings = await readSettings(showing.db);
    const places = await districtsOf(showing.db, [...new Set(rows.map(({ district_id }) => district_id))]);
    return rows.map(({ id, slug, title, banner_id, district_id }) => ({
      ...{ id, slug, title },
      cover: coverOf(showing, banner_id),
      facts: factsOf([["区域", places.find((place) => place.id === district_id)?.name]]),
      url: siteUrlBy(settings, "city_intro", slug),
    }));
  },
  nextChange: ({ db, now }) => nextChange(db, cityIntro, now),
});
