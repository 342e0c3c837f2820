import { emit } from "~/server/lib/emit";
import { isSaved, keepHead, presentHead } from "~/server/lib/log-heads";
import { daily, type Job } from "../scheduler";

/** Keeps the head of the operation log's chain outside the database, in folders and by webhook: a cut log shows (`npm run verify-log`). */
export function keepLogHeads(folders: readonly string[]): Job {
  return {
    name: "log_heads",
    // After the night's sealing and before the backup.
    lastTurn: daily("04:20"),
    async run({ services: { db }, at }) {
      const head = await presentHead(db);
      if (!head) return "empty";
      const [first = ""] = folders;
      // Once a day, although a turn that failed is tried again.
      if (!(await isSaved(first, head, at))) await emit(db, at, "log.head", { ...head, link: "/system/record" });
      // One folder that is missing keeps the others from nothing.
      const results = await Promise.allSettled(folders.map((folder) => keepHead(folder, head, at)));
      const failed = results.find((result) => result.status === "rejected");
      if (failed) throw failed.reason;
      return `${head.day} ${head.place}, chain ${head.chain}`;
    },
  };
}
