import { and, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "~/server/database/database";
import { customer } from "~/server/database/tables/customer/customer";
import { holdsCode } from "~/server/identity/scope";
import type { SignedCall } from "~/server/lib/call";
import { refuse, refuseFields } from "~/server/lib/refusal";
import { readSettings } from "~/server/lib/settings";
import { capOf, ownedBy } from "./limits";
import { handOverAll } from "./ownership";

interface Person {
  id: number;
  customer_cap: number | null;
}

const countOf = (db: Db, userId: number): Promise<number> =>
  db.$count(customer, and(eq(customer.owner_id, userId), isNull(customer.deleted_at)));

/** Hands over customers with their history; users with a transfer request for one of them are told that it has ended. */
export const customerHandover = {
  resource: "customer",
  label: "客户",
  count: countOf,

  /** The successor is a seller with room for all of them; whether they accept new customers does not matter. */
  async check({ db }: SignedCall, from: Person, to: Person): Promise<void> {
    if ((await countOf(db, from.id)) === 0) return;
    const { rows } = await db.execute(sql`select 1 where ${holdsCode(sql`${to.id}::bigint`, "customer:pool:claim")}`);
    if (rows.length === 0)
      return refuseFields([{ field: "target_user_id", label: "接手人", message: "该员工不能跟进客户" }]);
    const cap = capOf(to, await readSettings(db));
    if ((await ownedBy(db, to.id)) + (await ownedBy(db, from.id)) > cap) return refuse(40913, { n: cap });
  },

  move: ({ db, user, services }: SignedCall, from: Person, to: Person | null): Promise<number> =>
    handOverAll(db, services.now(), { from: from.id, to: to?.id ?? null, by: user.id }),
};
