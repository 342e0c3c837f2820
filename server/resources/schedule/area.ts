import { scheduleScreens } from "~/contract/schedule/schedule-calendar";
import type { Served } from "~/server/lib/serve";
import type { Sources } from "~/server/resources/customer/timeline/sources";
import { scheduleHandlers } from "./schedule";
import { plans } from "./schedule/timeline-source";

/** Every endpoint of this area, one line per resource. */
export const served: readonly Served[] = [...scheduleHandlers];

/** What a customer's time line has of this area. */
export const timeline = { schedule: plans } satisfies Sources;

/** What the screens of this area ask for at an address. */
export const screens = { ...scheduleScreens };
