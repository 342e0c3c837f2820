import { eq, inArray, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { prepareSelects } from "~/server/database/prepare-selects";
import { option } from "~/server/database/tables/system/system";
import { testConnection } from "~/test/support/database";

const pool = new pg.Pool({ ...testConnection(), max: 1 });
prepareSelects(pool);
const db = drizzle(pool);
afterAll(() => pool.end());

const named = async () => {
  const { rows } = await db.execute<{ statement: string }>(
    sql`select statement from pg_prepared_statements where name like 'select\_%' order by name`,
  );
  return rows.map(({ statement }) => statement);
};

test("a select that is asked again is parsed and planned once a connection, and answers by its own values", async () => {
  const one = (id: number) => db.select({ id: option.id }).from(option).where(eq(option.id, id));
  const all = await db.select({ id: option.id }).from(option).orderBy(option.id).limit(8);
  expect(all).toHaveLength(8);
  for (const { id } of all) expect(await one(id)).toEqual([{ id }]);
  const two = all.slice(0, 2).map(({ id }) => id);
  await db.select({ id: option.id }).from(option).where(inArray(option.id, two));
  // What a filter finds is planned for its values.
  await db.execute(sql`select ${option.id} from ${option} where ${option.id} = ${two[0]}`);
  const statements = await named();
  expect(statements.map((text) => /(order by|= \$1$|in \()/.exec(text)?.[0])).toEqual(["order by", "= $1", "in ("]);
});

test("a connection keeps no more than a hundred", async () => {
  for (let count = 0; count < 120; count += 1)
    await db
      .select({ id: option.id })
      .from(option)
      .where(sql`${option.id} = ${count} and ${sql.raw(`${count}`)} = 1`);
  expect(await named()).toHaveLength(100);
});
