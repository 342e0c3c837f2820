import { call } from "~/app/api/call";
import { readQuery } from "~/contract/read-query";
import { dictionaryScenes } from "~/contract/shared/option";
import { optionEntry } from "~/contract/system/option-entry";

type DictionaryScene = keyof typeof dictionaryScenes;
const scenes = Object.keys(dictionaryScenes) as DictionaryScene[];

/** The scene that an address names, else the first, with its entries. */
export async function askedOptions(request: Request) {
  const { scene: asked, page } = readQuery(request, optionEntry.list);
  const scene = asked?.[0] ?? (scenes[0] as DictionaryScene);
  const query = { scene: [scene], page, page_size: 100 as const };
  return { scene, page: await call(optionEntry.list, { query }, { signal: request.signal }) };
}
