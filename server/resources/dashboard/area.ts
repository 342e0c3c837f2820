import { dashboardScreens } from "~/contract/dashboard/dashboard-data";
import { trendScreens } from "~/contract/trend/trend-data";
import type { Served } from "~/server/lib/serve";
import { blockHandlers } from "./blocks";
import { figureRowHandlers } from "./rows";
import { trendRowHandlers } from "./trend/trend-rows";
import { trendHandlers } from "./trend/trends";

/** Every endpoint of this area, one line per resource. */
export const served: readonly Served[] = [
  ...blockHandlers,
  ...figureRowHandlers,
  ...trendHandlers,
  ...trendRowHandlers,
];

/** What the screens of this area ask for at an address. */
export const screens = { ...dashboardScreens, ...trendScreens };
