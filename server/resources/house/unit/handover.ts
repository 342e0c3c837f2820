import { and, eq, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "~/server/database/database";
import { unit, unitQueue } from "~/server/database/tables/house/estate";
import { userHolds } from "~/server/identity/scope";
import type { SignedCall } from "~/server/lib/call";
import { moveUnits } from "./move";
import { passQueue } from "./queue";
import { hasRunOut, lockUnits } from "./state";

interface Person {
  id: number;
  name: string;
}

const heldBy = (userId: number): SQL | undefined => and(eq(unit.status, "held"), eq(unit.held_by, userId));

const waitedForBy = (userId: number): SQL =>
  sql`${unit.id} in (select q.unit_id from ${unitQueue} q where q.user_id = ${userId})`;

/** Units that somebody holds, and places in queues: the successor gets them for the rest of their time, if they may hold any. */
export const unitHandover = {
  resource: "unit",
  label: "锁定房号",
  count: (db: Db, userId: number): Promise<number> => db.$count(unit, heldBy(userId)),

  async move(call: SignedCall, from: Person, to: Person | null): Promise<number> {
    const { db, services } = call;
    const estates = await db
      .selectDistinct({ id: unit.estate_id })
      .from(unit)
      .where(or(heldBy(from.id), waitedForBy(from.id)))
      .orderBy(unit.estate_id);
    const heir = to && (await userHolds(db, to.id, "deal:deal:create")) ? to : undefined;
    let count = 0;
    for (const { id } of estates) {
      const waited = await lockUnits(db, id, waitedForBy(from.id));
      // Before anything is released: a freed unit must not go to the user who leaves.
      await passQueue(db, from.id, heir?.id, waited.units);
      const { estate, units } = await lockUnits(db, id, heldBy(from.id));
      const passed = heir ? units.filter((row) => !hasRunOut(row, services.now())) : [];
      const released = units.filter((row) => !passed.includes(row));
      if (heir && passed.length) await moveUnits(call, { estate, units: passed }, { way: "pass", to: heir });
      if (released.length) await moveUnits(call, { estate, units: released }, { way: "release" });
      count += units.length;
    }
    return count;
  },
};
