import { sweepExports } from "~/server/resources/shared/export/keep";
import { every, type Job } from "../scheduler";

export const exportSweep: Job = {
  name: "export_sweep",
  lastTurn: every(10),
  run: async ({ services, at, signal }) => `${await sweepExports(services, at, signal)} removed`,
};
