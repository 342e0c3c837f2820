import { sweepMedia } from "~/server/lib/media";
import { every, type Job } from "../scheduler";

/** Longer than any upload takes, and than its address lives. */
const unfinishedFor = 25 * 3_600_000;

/** Deletes the files that nothing refers to any more, and what was left half-way in the bucket. */
export const mediaSweep: Job = {
  name: "media_sweep",
  lastTurn: every(10),
  async run({ services, at, signal }) {
    const swept = await sweepMedia(services, signal);
    const forgotten = (await services.bucket?.forgetUnfinished(new Date(at.getTime() - unfinishedFor))) ?? 0;
    return `${swept + forgotten} removed`;
  },
};
