import { sweepMedia } from "~/server/lib/media";
import { every, type Job } from "./scheduler";

/** Deletes the files that nothing refers to any more. */
export const mediaSweep: Job = {
  name: "media_sweep",
  lastTurn: every(10),
  run: async ({ services, signal }) => `${await sweepMedia(services, signal)} removed`,
};
