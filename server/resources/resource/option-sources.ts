import { investment, report, video } from "~/server/database/tables/resource/resource";
import type { OptionSources } from "~/server/lib/table-options";
import { titled } from "~/server/resources/content/revisions";
import { namedWords, offeredWords } from "./search-word/records";

export const optionSources = {
  videos: titled(video),
  investments: titled(investment),
  reports: titled(report),
  search_words: {
    offer: ({ db }, { keyword }) => offeredWords(db, keyword),
    name: ({ db }, values) => namedWords(db, values.map(Number)),
  },
} satisfies Partial<OptionSources>;
