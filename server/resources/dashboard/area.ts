import { dashboardScreens } from "~/contract/dashboard/dashboard-data";
import type { Served } from "~/server/lib/serve";
import { analyticsHandlers } from "./analytics";

/** Every endpoint of this area, one line per resource. */
export const served: readonly Served[] = [...analyticsHandlers];

/** What the screens of this area ask for at an address. */
export const screens = { ...dashboardScreens };
