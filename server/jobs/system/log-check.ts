import { dayOf } from "~/server/lib/list";
import { readHeads } from "~/server/lib/log-heads";
import { checkChain, faultText } from "~/server/resources/system/record/chain-check";
import { compareHeads, lostText } from "~/server/resources/system/record/saved-heads";
import { daily, type Job } from "../scheduler";

/** The last days are proved each night: what was sound then is believed, and all of it is for `npm run verify-log`. */
const provedDays = 2;

/** Fails where the operation log was changed or cut, and is an alert then (domain F.5). `folders`: where its heads are kept. */
export function checkLog(folders: readonly string[]): Job {
  return {
    name: "log_check",
    // After the day's head was kept.
    lastTurn: daily("04:25"),
    async run({ services: { db }, at }) {
      const since = dayOf(new Date(at.getTime() - provedDays * 86_400_000));
      const { broken, lines } = await checkChain(db, { now: at, since });
      if (broken) throw new Error(faultText(broken));
      const { found, lost } = await compareHeads(db, await readHeads(folders), at);
      if (lost) throw new Error(lostText(lost));
      return `${lines} lines, ${found} heads`;
    },
  };
}
