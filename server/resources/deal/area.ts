import { dealScreenData } from "~/contract/deal/deal";
import type { Served } from "~/server/lib/serve";
import { billingHandlers } from "./billing";
import { dealHandlers } from "./deal";

/** Every endpoint of this area, one line per resource. */
export const served: readonly Served[] = [...billingHandlers, ...dealHandlers];

/** What the screens of this area ask for at an address. */
export const screens = dealScreenData;
