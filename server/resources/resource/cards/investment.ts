import { eq } from "drizzle-orm";
import { investmentCategories } from "~/contract/resource/investment";
import { investment } from "~/server/database/tables/resource/resource";
import { readSettings } from "~/server/lib/settings";
import { isBestIn, nextChange } from "~/server/resources/content/public";
import { isPublic } from "~/server/resources/shared/content-visits";
import { siteUrlBy } from "~/server/resources/shared/site";
import { byViews, coverOf, factsOf, tableCards, when } from "./source";

const mostMetrics = 2;

/** Investment pieces that are public, with the first of their metrics; on the site they are named by their numbers. */
export const investmentSource = tableCards({
  table: investment,
  isShown: (now) => isPublic(investment, now),
  finds: ({ now, lang }, filter) => [
    isBestIn(investment, lang, now),
    when(filter.country_code, (code) => eq(investment.country_code, code)),
    when(filter.investment_category, (category) => eq(investment.category, category)),
  ],
  order: byViews(investment),
  async toCards(showing, rows) {
    const settings = await readSettings(showing.db);
    return rows.map(({ id, title, category, metrics, cover_id }) => ({
      ...{ id, slug: null, title },
      cover: coverOf(showing, cover_id),
      facts: factsOf([
        ["分类", category && investmentCategories[category]],
        ...metrics
          .slice(0, mostMetrics)
          .map(({ name, value, unit }): [string, string] => [name, `${value}${unit ?? ""}`]),
      ]),
      url: siteUrlBy(settings, "investment", id),
    }));
  },
  nextChange: ({ db, now }) => nextChange(db, investment, now),
});
