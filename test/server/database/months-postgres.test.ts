import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { operationLog } from "~/server/database/tables/system/system";
import { resetDatabase, testDatabase } from "~/test/support/database";

const { db } = testDatabase(2);

beforeEach(() => resetDatabase(db));

test("a month is not made while somebody writes, since everybody else would wait as well; but afterwards", async () => {
  const make = () =>
    db.execute<{ made: number }>(
      sql`select make_months('operation_log', now() + interval '11 months', now() + interval '11 months') as made`,
    );
  await db.execute(sql`do $$ begin
    execute format('drop table if exists months.%I', 'operation_log_' || to_char((now() + interval '11 months') at time zone 'Asia/Shanghai', 'YYYY_MM'));
  end $$`);
  await db.transaction(async (tx) => {
    await tx
      .insert(operationLog)
      .values({ user_name: "王销售", module: "customer", action: "update", summary: "编辑" });
    await expect(make()).rejects.toMatchObject({ cause: { code: "55P03" } });
  });
  expect((await make()).rows).toEqual([{ made: 1 }]);
  expect((await make()).rows).toEqual([{ made: 0 }]);
});
