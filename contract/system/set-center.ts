import { pool } from "../customer/pool";
import { readQuery } from "../read-query";
import { listRequest, request, screenData } from "../screen-data";
import { dictionaryScenes } from "../shared/option";
import { managedKey } from "./key";
import { optionEntry } from "./option-entry";
import { production } from "./production";
import { isSettingGroup, setting } from "./setting";
import { target } from "./target";
import { webhook } from "./webhook";

type DictionaryScene = keyof typeof dictionaryScenes;
const [firstScene] = Object.keys(dictionaryScenes) as [DictionaryScene]; // what the literal is keyed by

/** The scene of the dictionary that an address names, else the first. */
export const sceneAt = (search: URLSearchParams) => readQuery(search, optionEntry.list).scene?.[0] ?? firstScene;

export const setCenterScreens = {
  /** Without a tab it begins with the first that the viewer may open, which only the screen knows. */
  "/system/setCenter": screenData("page", (address) => {
    const { search } = address;
    const tab = search.get("tab") ?? "";
    const { page } = readQuery(search, optionEntry.list);
    const { page: keyPage } = readQuery(search, managedKey.list);
    return {
      // All of them: the search looks through every tab.
      settings: isSettingGroup(tab) ? request(setting.list) : undefined,
      options:
        tab === "option"
          ? request(optionEntry.list, { query: { scene: [sceneAt(search)], page, page_size: 100 } })
          : undefined,
      targets: tab === "target" ? listRequest(target.list, address) : undefined,
      webhooks: tab === "notify" ? request(webhook.list, { query: { page_size: 100 } }) : undefined,
      keys: tab === "key" ? request(managedKey.list, { query: { page: keyPage, page_size: 50 } }) : undefined,
      pools: tab === "pools" ? request(pool.list, { query: { page_size: 100 } }) : undefined,
      production: tab === "production" ? request(production.get) : undefined,
    };
  }),
};
