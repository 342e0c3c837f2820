import type { OptionSources } from "~/server/lib/table-options";
import { nameMansions, searchMansions } from "~/server/resources/house/mansion/mansion-scene";
import { nameEstates, searchEstates, searchReportable } from "~/server/resources/shared/estates";

export const optionSources = {
  mansions: {
    offer: ({ db }, query) => searchMansions(db, query),
    name: ({ db }, values) => nameMansions(db, values.map(Number)),
  },

  estates: {
    offer: ({ db }, query) => searchEstates(db, query),
    name: ({ db }, values) => nameEstates(db, values.map(Number)),
  },

  reportable_estates: {
    offer: ({ db }, query) => searchReportable(db, query),
    name: ({ db }, values) => nameEstates(db, values.map(Number)),
  },
} satisfies Partial<OptionSources>;
