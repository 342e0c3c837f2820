import { scheduleScreens } from "~/contract/schedule/schedule-calendar";
import type { Served } from "~/server/lib/serve";
import { scheduleHandlers } from "./schedule";

/** Every endpoint of this area, one line per resource. */
export const served: readonly Served[] = [...scheduleHandlers];

/** What the screens of this area ask for at an address. */
export const screens = { ...scheduleScreens };
