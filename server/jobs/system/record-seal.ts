import { lastSeal, sealLines } from "~/server/resources/system/record/chain";
import { every, type Job } from "../scheduler";

/** Seals what the operation log has got since the last turn (docs/decisions/0062). Its record and the server's own log tell the chain's head: what is kept elsewhere of them proves that nobody wrote the chain anew. */
export const recordSeal: Job = {
  name: "record_seal",
  lastTurn: every(1),
  async run({ services: { db }, at, signal }) {
    const sealed = await sealLines(db, { now: at, signal });
    return `${sealed} lines, chain ${(await lastSeal(db))?.chain ?? "empty"}`;
  },
};
