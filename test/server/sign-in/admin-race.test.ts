import { eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { staff } from "~/contract/system/staff";
import { user } from "~/server/database/tables/system/system";
import { testApi } from "~/test/support/api";
import { resetDatabase, testConnection, testDatabase } from "~/test/support/database";
import { makeUser, testNow } from "~/test/support/factories";

const { db } = testDatabase();
// As many connections as the server has, so that the two truly meet in the database.
const pool = new pg.Pool({ ...testConnection(), max: 10 });
const api = testApi(drizzle(pool), { now: testNow });
afterAll(() => pool.end());

test("of the last two who may do everything, who disable each other at the same moment, one stays", async () => {
  for (let round = 0; round < 5; round += 1) {
    await resetDatabase(db);
    const [one, other] = [await makeUser(db, { role: "super_admin" }), await makeUser(db, { role: "super_admin" })];
    const [asOne, asOther] = [await api.as(one.id), await api.as(other.id)];
    const replies = await Promise.all([
      asOne(staff.disable, { params: { id: other.id } }),
      asOther(staff.disable, { params: { id: one.id } }),
    ]);
    expect(replies.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(await db.select({ id: user.id }).from(user).where(eq(user.status, "enabled"))).toHaveLength(1);
  }
});
