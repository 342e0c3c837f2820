import { dayOf } from "~/server/lib/list";
import { rollUpReadings } from "~/server/resources/content/visits";
import { every, type Job } from "../scheduler";

/** Sums up what was read of content, and throws away what tells visitors apart after two days. */
export const contentRollup: Job = {
  name: "content_rollup",
  lastTurn: every(5),
  run: async ({ services: { db }, at }) =>
    `${await rollUpReadings(db, dayOf(new Date(at.getTime() - 86_400_000)))} days`,
};
