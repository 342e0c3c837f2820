import { dayOf } from "~/server/lib/list";
import { rollUpFigures } from "~/server/resources/content/figures";
import { rollUpContentVisits } from "~/server/resources/content/visits";
import { every, type Job } from "../scheduler";

const minutes = 5;
const day = 86_400_000;
/** Inquiries are deleted and deals dated back: once a day everything that may have changed is counted anew. */
const allSince = "2000-01-01";

/** Sums up the visits of content and their results, and deletes after two days what tells visitors apart. */
export const contentRollup: Job = {
  name: "content_rollup",
  lastTurn: every(minutes),
  run: async ({ services: { db }, at }) => {
    const yesterday = dayOf(new Date(at.getTime() - day));
    const isFirst = dayOf(at) !== dayOf(new Date(at.getTime() - minutes * 60_000));
    const readings = await rollUpContentVisits(db, yesterday);
    const figures = await rollUpFigures(db, isFirst ? allSince : yesterday);
    return `${readings} days of readings, ${figures} of inquiries and deals`;
  },
};
