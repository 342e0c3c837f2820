import { option as contract, dictionaryScenes, isSearched, tableScenes } from "~/contract/shared/option";
import { optionEntry } from "~/contract/system/option-entry";
import { option } from "~/server/database/tables/system/system";
import { countKeyword } from "~/server/lib/contact-search";
import { listOf, orderOf } from "~/server/lib/list";
import { dictionaryOptions, toOption } from "~/server/lib/option-values";
import { serve, serveNull } from "~/server/lib/serve";
import { addEntry, changeEntry, entryOf, entryRows, removeEntry, toOptionRow } from "./option/entry";
import { usageOf } from "./option/usage";

export const optionHandlers = [
  serve(contract.community, async (call) => {
    const { scenes = [], ids, ...query } = call.query;
    const reply = await dictionaryOptions(
      call.db,
      scenes.filter((scene) => scene in dictionaryScenes),
    );
    for (const scene of tableScenes) {
      if (!scenes.includes(scene)) continue;
      const source = call.services.optionSources[scene];
      const isNaming = ids && isSearched(scene);
      if (source.findsContacts) await countKeyword(call.services, call.user, query.keyword);
      const entries = await (isNaming ? source.name(call, ids.map(String)) : source.offer(call, query));
      reply[scene] = entries.map(toOption);
    }
    return reply;
  }),

  serve(optionEntry.list, ({ db, query }) => {
    const order = orderOf(option, query.sort, option.id);
    const select = db.select().from(option).$dynamic();
    return listOf(db, query, { select, from: option, where: entryRows(query), order }, toOptionRow);
  }),

  serve(optionEntry.get, async ({ db, params }) => {
    const row = await entryOf(db, params.id);
    const { total, total_capped } = await usageOf(db, row);
    return { ...toOptionRow(row), usage: total, usage_capped: total_capped };
  }),

  serve(optionEntry.create, async (call) => ({ id: await addEntry(call, call.body) })),

  serve(optionEntry.update, async (call) => toOptionRow(await changeEntry(call, call.params.id, call.body))),

  serveNull(optionEntry.remove, removeEntry),
];
