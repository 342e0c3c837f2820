import { and, eq, gt, lte } from "drizzle-orm";
import { isoInstant } from "~/server/database/tables/columns";
import { unregisterRequest } from "~/server/database/tables/customer/audience";
import { executeRequest } from "~/server/resources/customer/unregister/execute";
import { daily, type Job } from "../scheduler";

const chunkSize = 200;

/** Removes the accounts whose owners have had their days to think again (domain C.7): one transaction each, so that a stop loses nothing. */
export const unregisterExecute: Job = {
  name: "unregister_execute",
  lastTurn: daily("03:00"),
  async run({ services, at, signal }) {
    const { db } = services;
    let removed = 0;
    for (let lastId = 0; ; ) {
      const rows = await db
        .select({ id: unregisterRequest.id })
        .from(unregisterRequest)
        .where(
          and(
            eq(unregisterRequest.status, "approved"),
            lte(unregisterRequest.execute_at, isoInstant(at)),
            gt(unregisterRequest.id, lastId),
          ),
        )
        .orderBy(unregisterRequest.id)
        .limit(chunkSize);
      for (const { id } of rows) {
        signal.throwIfAborted();
        if (await db.transaction((tx) => executeRequest(tx, services, at, id))) removed++;
      }
      const last = rows.at(-1);
      if (!last) return `${removed} removed`;
      lastId = last.id;
    }
  },
};
