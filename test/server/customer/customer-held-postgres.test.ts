import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { customer } from "~/contract/customer/customer";
import { batch } from "~/contract/shared/batch";
import { customerUser as userTable } from "~/server/database/tables/customer/audience";
import { lockContacts } from "~/server/resources/customer/customer/contact/collision";
import { executeRequest } from "~/server/resources/customer/unregister/execute";
import { testApi } from "~/test/support/api";
import { racingDatabase, testDatabase } from "~/test/support/database";
import {
  days,
  makeBlacklist,
  makeCustomer,
  makeCustomerUser,
  makeTracking,
  makeUnregister,
  testNow,
} from "~/test/support/factories";
import { signedIn } from "~/test/support/signed-in";

// What waits while somebody holds a customer. PGlite lets nobody wait: one transaction runs after the other.

const { db } = testDatabase();
const { db: together } = await racingDatabase(db);
const api = testApi(together, { now: testNow });

const { sales, colleague, asManager, asAdmin } = signedIn(api, {
  sales: { role: "sales", team: "一组" },
  colleague: { role: "sales", team: "一组" },
  manager: { role: "sales_manager", team: "一组" },
  admin: { role: "super_admin" },
});

const owned = () => makeCustomer(db, { owner_id: sales.id });
const assign = (id: number) =>
  asManager(customer.assignBatch, { body: { action: "assign", user_id: colleague.id, reason: "交接", ids: [id] } });

const someoneWaits = () =>
  expect
    .poll(async () => {
      const { rows } = await db.execute(
        sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length;
    })
    .toBe(1);
const hold = (id: number) => sql`select 1 from customer where id = ${id} for update`;

test("the removal of a held customer's account waits without holding what the holder wants next", async () => {
  const { id } = await owned();
  const user = await makeCustomerUser(db, { customer_id: id, status: "unregistering" });
  const request = await makeUnregister(db, { customer_user_id: user.id, status: "approved", execute_at: days(-1) });
  const removed = await together.transaction(async (tx) => {
    await tx.execute(hold(id));
    const waiting = together.transaction((other) => executeRequest(other, api.services, testNow, request.id));
    await someoneWaits();
    await tx.select().from(userTable).where(eq(userTable.id, user.id)).for("update");
    return { waiting };
  });
  expect(await removed.waiting).toBe(true);
});

test("the destruction of a held customer waits for whoever lists his number", async () => {
  const { id } = await makeCustomer(db, { phone: "13812345678", deleted_at: days(-1), last_owner_id: sales.id });
  const entry = await makeBlacklist(db, { type: "phone", value: "+8613812345678", customer_id: id });
  const destroyed = await together.transaction(async (tx) => {
    // Locked in the order of the blacklist's own writers: the number, the entry, its customers.
    await lockContacts(tx, [{ field: "phone", type: "phone", value: entry.value }]);
    await tx.execute(sql`select 1 from blacklist where id = ${entry.id} for update`);
    const waiting = asAdmin(customer.destroy, { params: { id }, body: { confirm: "彻底删除" } });
    await someoneWaits();
    await tx.execute(hold(id));
    return { waiting };
  });
  expect((await destroyed.waiting).code).toBe(200);
});

test("an undo that waits sees the follow-up that it waited for", async () => {
  const { id } = await owned();
  const params = { id: (await assign(id)).data.batch_id ?? 0 };
  const undone = await together.transaction(async (tx) => {
    await tx.execute(hold(id));
    const waiting = asManager(batch.undo, { params });
    await someoneWaits();
    // A transaction lacks only what the factory does not use.
    await makeTracking(tx as unknown as typeof db, { customer_id: id, user_id: colleague.id, created_at: days(1) });
    return { waiting };
  });
  expect((await undone.waiting).data).toMatchObject({ success: [], failed: [{ id, code: 40901 }] });
});
