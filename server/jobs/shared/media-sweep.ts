import { sweepMedia } from "~/server/lib/media";
import { sweepExports } from "~/server/resources/shared/export/keep";
import { endDeadImports } from "~/server/resources/shared/import/task";
import { every, type Job } from "../scheduler";

/** A file on its way in is written to all the time. */
const unfinishedImport = 3_600_000;

/** Cleans up after servers that died: imports that nobody continues, and unfinished files. */
export const importSweep: Job = {
  name: "import_sweep",
  lastTurn: every(10),
  async run({ services, at }) {
    const ended = await endDeadImports(services);
    const forgotten = await services.storage.forgetUnfinished(new Date(at.getTime() - unfinishedImport));
    return `${ended} ended, ${forgotten} files removed`;
  },
};

export const exportSweep: Job = {
  name: "export_sweep",
  lastTurn: every(10),
  run: async ({ services, at, signal }) => `${await sweepExports(services, at, signal)} removed`,
};

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
