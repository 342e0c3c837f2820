import { option as contract, dictionaryScenes, searchedScenes, tableScenes } from "~/contract/option";
import { dictionaryOptions, toOption } from "~/server/lib/option-values";
import { tableSources } from "~/server/lib/scenes";
import { serve } from "~/server/lib/serve";

export const optionHandlers = [
  serve(contract.community, async (call) => {
    const { scenes = [], ids, ...query } = call.query;
    const reply = await dictionaryOptions(
      call.db,
      scenes.filter((scene) => scene in dictionaryScenes),
    );
    for (const scene of tableScenes) {
      if (!scenes.includes(scene)) continue;
      const source = tableSources[scene];
      const isNaming = ids && searchedScenes.includes(scene);
      const entries = await (isNaming ? source.name(call, ids.map(String)) : source.offer(call, query));
      reply[scene] = entries.map(toOption);
    }
    return reply;
  }),
];
