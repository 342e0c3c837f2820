import { scheduleScreens } from "~/contract/schedule/schedule-calendar";
import type { Served } from "~/server/lib/serve";
import type { Sources } from "~/server/resources/customer/timeline/sources";
import { scheduleHandlers } from "./schedule";
import { plans } from "./schedule/write";

export const served: readonly Served[] = [...scheduleHandlers];

export const timeline = { schedule: plans } satisfies Sources;

export const screens = { ...scheduleScreens };
