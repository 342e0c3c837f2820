import type { Endpoint } from "../endpoint";
import { chosenRequest, listRequest, screenData } from "../screen-data";

/** A list whose records open over it: `?edit=7` one of them, `?copy=7` a new one that begins as it. */
export const listAndCopy = <L extends Endpoint, G extends Endpoint<`GET /${string}{id}${string}`>>(list: L, get: G) =>
  screenData("list", (address) => ({
    page: listRequest(list, address),
    record: chosenRequest(get, address.search.get("edit") ?? address.search.get("copy")),
  }));
