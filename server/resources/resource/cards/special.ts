import { specialTemplates } from "~/contract/special/special";
import { special } from "~/server/database/tables/special/special";
import { readSettings } from "~/server/lib/settings";
import { isBestIn } from "~/server/resources/content/public";
import { nextOpening } from "~/server/resources/special/at-address";
import { inPhase, visitorUrl } from "~/server/resources/special/view";
import { byViews, coverOf, factsOf, tableCards } from "./source";

/** Special pages that visitors may open now. */
export const specialSource = tableCards({
  table: special,
  isShown: (now) => inPhase("running", now),
  finds: ({ now, lang }) => [isBestIn(special, lang, now)],
  order: byViews(special),
  async toCards(showing, rows) {
    const settings = await readSettings(showing.db);
    return rows.map(({ id, slug, title, template, cover_id, end_at }) => ({
      ...{ id, slug, title },
      cover: coverOf(showing, cover_id),
      facts: factsOf([
        ["类型", specialTemplates[template]],
        ["截止", end_at?.slice(0, 10)],
      ]),
      url: visitorUrl(settings, slug, showing.base),
    }));
  },
  nextChange: ({ db, now }) => nextOpening(db, now),
});
