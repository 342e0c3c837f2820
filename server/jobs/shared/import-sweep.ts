import { endDeadImports } from "~/server/resources/shared/import/task";
import { every, type Job } from "../scheduler";

/** A file on its way in is written to all the time. */
const unfinishedFor = 3_600_000;

/** Cleans up after servers that died: imports that nobody continues, and unfinished files. */
export const importSweep: Job = {
  name: "import_sweep",
  lastTurn: every(10),
  async run({ services, at }) {
    const ended = await endDeadImports(services);
    const forgotten = await services.storage.forgetUnfinished(new Date(at.getTime() - unfinishedFor));
    return `${ended} ended, ${forgotten} files removed`;
  },
};
