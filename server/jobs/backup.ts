import { basename } from "node:path";
import type { AutomaticBackups } from "~/server/backup/automatic";
import { sizeText } from "~/server/backup/files";
import { daily, type Job } from "./scheduler";

/** Writes the day's backup, after the night's cleaning. */
export function dailyBackup(backups: AutomaticBackups): Job {
  return {
    name: "backup",
    lastTurn: daily("04:30"),
    async run({ signal }) {
      const { file, bytes } = await backups.make(signal);
      return `${basename(file)} ${sizeText(bytes)}`;
    },
  };
}
