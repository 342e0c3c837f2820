import { and, inArray } from "drizzle-orm";
import { searchWord as contract, publicSearchWord } from "~/contract/resource/search-word";
import { searchWord } from "~/server/database/tables/resource/search-word";
import { listOf, orderOf } from "~/server/lib/list";
import { keptAs } from "~/server/lib/public-read";
import { replyNull, replyWith } from "~/server/lib/reply";
import { includesText } from "~/server/lib/search";
import { serve } from "~/server/lib/serve";
import { admitVisitor, ownBase } from "~/server/resources/content/public";
import { shownWords } from "./search-word/public";
import { onPlatforms, selectWords, sortsAt, toWord, wordOf } from "./search-word/records";
import { searchStats } from "./search-word/stats";
import { addWord, changeWord, removeWord, words } from "./search-word/write";
import { statusHandlers } from "~/server/lib/status";

export const searchWordHandlers = [
  serve(contract.list, (call) => {
    const { db, query, services } = call;
    const now = services.now();
    const where = and(
      query.keyword ? includesText(searchWord.word, query.keyword) : undefined,
      query.platform?.length ? onPlatforms(query.platform) : undefined,
      query.type?.length ? inArray(searchWord.type, query.type) : undefined,
      query.status?.length ? inArray(searchWord.status, query.status) : undefined,
    );
    const order = orderOf(sortsAt(now), query.sort, searchWord.id);
    return listOf(db, query, { select: selectWords(call), from: searchWord, where, order }, toWord(now));
  }),
  serve(contract.get, (call) => wordOf(call, call.params.id)),
  serve(contract.create, (call) => addWord(call, call.body)),
  serve(contract.update, replyWith(wordOf, changeWord)),
  serve(contract.remove, replyNull(removeWord)),
  ...statusHandlers(contract, words.turn, wordOf),
  serve(contract.stats, ({ db, query, services }) => searchStats(db, query, services.now())),

  serve(publicSearchWord.list, async (call) => {
    await admitVisitor(call);
    const showing = { now: call.services.now(), base: await ownBase(call) };
    const { answer, until } = await shownWords(call.db, call.query.platform, showing);
    return keptAs(answer, { until });
  }),
];
