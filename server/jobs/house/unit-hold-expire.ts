import { and, eq, gt, isNull, lte } from "drizzle-orm";
import { isoInstant } from "~/server/database/tables/columns";
import { estate, unit } from "~/server/database/tables/house/estate";
import { moveUnits } from "~/server/resources/house/unit/move";
import { lockUnits } from "~/server/resources/house/unit/state";
import { every, type Job } from "../scheduler";

const chunkSize = 200;

/** Frees units whose hold has run out, a transaction for each estate. */
export const unitHoldExpire: Job = {
  name: "unit_hold_expire",
  lastTurn: every(1),
  async run({ services, at, signal }) {
    const { db } = services;
    const hasRunOut = and(eq(unit.status, "held"), lte(unit.held_until, isoInstant(at)));
    let freed = 0;
    for (let lastId = 0; ; ) {
      const estates = await db
        .selectDistinct({ id: unit.estate_id })
        .from(unit)
        .innerJoin(estate, eq(estate.id, unit.estate_id))
        .where(and(hasRunOut, isNull(estate.deleted_at), gt(unit.estate_id, lastId)))
        .orderBy(unit.estate_id)
        .limit(chunkSize);
      for (const { id } of estates) {
        signal.throwIfAborted();
        freed += await db.transaction(async (tx) => {
          const locked = await lockUnits(tx, id, hasRunOut);
          if (locked.units.length) await moveUnits({ db: tx, services, user: "system" }, locked, { way: "expire" });
          return locked.units.length;
        });
      }
      const last = estates.at(-1);
      if (!last) return `${freed} freed`;
      lastId = last.id;
    }
  },
};
