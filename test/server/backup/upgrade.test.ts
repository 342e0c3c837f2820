import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { expect, inject, test } from "vitest";
import { bytesOf, entriesOf, readManifest } from "~/server/backup/archive";
import { createBackup } from "~/server/backup/create";
import { entry } from "~/server/backup/format";
import { loadBackup, requireKnownMigrations } from "~/server/backup/load";
import { restoreBackup } from "~/server/backup/restore";
import { writeBaseline } from "~/server/database/baseline";
import type { Database } from "~/server/database/database";
import { beforeFirstRelease } from "~/server/database/first-release";
import { migrate, migrationsFolder } from "~/server/database/migrate";
import { openDatabase } from "~/server/database/open";
import { checkChain } from "~/server/resources/system/record/chain-check";
import { testConnection, testDatabase } from "~/test/support/database";
import { makeTeam } from "~/test/support/factories";
import { schemaLines } from "~/test/support/schema-lines";
import { testFolder } from "~/test/support/test-folder";

const now = new Date("2026-11-30T12:00:00+08:00");
const fixture = (version: string) => join(import.meta.dirname, `fixtures/${version}.tar.gz`);
const folder = testFolder();

const { pool } = testDatabase();
let places = 0;

/** A data folder and, where the tests run on PostgreSQL, an empty database. */
async function newPlace() {
  const name = `upgrade_${process.env.VITEST_POOL_ID}_${++places}`;
  const dataDir = join(folder, name);
  if (inject("database").kind === "pglite") return { dataDir, databaseUrl: undefined, secretKey: undefined };
  await pool.query(`create database ${name} template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C'`);
  const url = new URL(testConnection().connectionString ?? "");
  url.pathname = `/${name}`;
  return { dataDir, databaseUrl: url.href, secretKey: undefined };
}

async function open(place: Awaited<ReturnType<typeof newPlace>>) {
  const database = await openDatabase(place, { statementTimeout: 0 });
  return { ...database, [Symbol.asyncDispose]: () => database.close() };
}

let fresh: Promise<string[]> | undefined;

/** The schema of a database that has only been migrated. */
function freshLines(): Promise<string[]> {
  fresh ??= (async () => {
    await using database = await open(await newPlace());
    await migrate(database.db);
    return await schemaLines(database.db);
  })();
  return fresh;
}

/** The rows of a backup by table and column, in an order that no database has chosen, and its columns. */
async function contentOf(file: string) {
  const rows = new Map<string, Record<string, unknown>[]>();
  for await (const one of entriesOf(file)) {
    const table = entry.tableOf(one.header.name);
    const lines = (await bytesOf(one)).toString().trimEnd().split("\n");
    if (table) rows.set(table, [...(rows.get(table) ?? []), ...lines.map((line) => JSON.parse(line))]);
  }
  const { tables } = await readManifest(file);
  const columns = tables.flatMap(({ name, columns: all }) => all.map((column) => `${name}.${column}`));
  return { rows, columns };
}

type Content = Awaited<ReturnType<typeof contentOf>>;

/** The rows with these columns alone, each as text. */
const rowsWith = ({ rows }: Content, columns: readonly string[]) =>
  Object.fromEntries(
    [...rows].flatMap(([table, all]) => {
      const names = columns.filter((one) => one.startsWith(`${table}.`)).map((one) => one.slice(table.length + 1));
      const lines = all.map((row) => JSON.stringify(names.map((name) => [name, row[name]])));
      return names.length ? [[table, lines.sort()]] : [];
    }),
  );

/** What a version had that this one has not. */
const leftOut: Record<string, string[]> = {
  "1.0.0": [],
  "before-1.0.0": [
    ...["billing.deal_owner_id", "billing.deal_agent_id", "idempotency.at", "requirement.customer_owner"],
    ...["tally.id", "tally.kind", "tally.key", "tally.n"],
    ...["tracking.of_recycled", "tracking.customer_name", "tracking.customer_name_fold"],
  ],
};

/** What roles have got since. */
const mediaCodes = ["content:media:view", "content:media:edit", "content:media:destroy"];
const given: Readonly<Record<string, readonly string[]>> = {
  super_admin: [...mediaCodes, "system:key:manage", "customer:pool:manage", "system:wecom:sync"],
  estate_manager: mediaCodes,
  content_editor: mediaCodes,
  seo_editor: mediaCodes,
};

test.each(Object.keys(leftOut))(
  "a backup of %s becomes what a fresh database is, with all its rows",
  async (version) => {
    const place = await newPlace();
    await restoreBackup(place, fixture(version), { now, withOtherKey: true });
    expect(readFileSync(join(place.dataDir, "files/tracking/small"), "utf8")).toBe("a picture");
    await using restored = await open(place);
    expect(await schemaLines(restored.db)).toEqual(await freshLines());

    const again = join(folder, `${version}-again.tar.gz`);
    await createBackup({ db: restored.db, kind: restored.kind, config: place, secret: "any" }, again, { now });
    const [saved, found] = [await contentOf(fixture(version)), await contentOf(again)];
    expect(saved.columns.filter((one) => !found.columns.includes(one))).toEqual(leftOut[version]);
    const stored = saved.columns.filter((one) => found.columns.includes(one)).sort();
    for (const row of saved.rows.get("role") ?? []) {
      const codes = given[String(row.code)];
      if (codes)
        row.permissions = JSON.stringify([...JSON.parse(String(row.permissions)), ...codes]).replaceAll('","', '", "');
    }
    expect(rowsWith(found, stored)).toEqual(rowsWith(saved, stored));
    expect((await readManifest(again)).migrations).toHaveLength(readJournal().entries.length);

    await migrate(restored.db);
    await writeBaseline(restored.db);
    expect(await checkChain(restored.db, { now })).toMatchObject({ broken: undefined, lines: 2 });
    const { rows } = await restored.db.execute(sql`select max(id)::int as last from team`);
    expect((await makeTeam(restored.db)).id).toBe(Number(rows[0]?.last) + 1);
  },
);

/** How many rows are in which partition, the highest number, and the next one. */
async function partitionsOf(db: Database, table: string) {
  const { rows } = await db.execute<{ name: string; rows: number }>(
    sql`select tableoid::regclass::text as name, count(*)::int as rows from ${sql.identifier(table)} group by 1 order by 1`,
  );
  const numbers = await db.execute<{ last: string; next: string }>(
    sql`select max(id) as last, nextval(pg_get_serial_sequence(${table}, 'id')) as next from ${sql.identifier(table)}`,
  );
  const { last, next } = numbers.rows[0] ?? {};
  return { rows: Object.fromEntries(rows.map((row) => [row.name, row.rows])), isNext: Number(next) > Number(last) };
}

test("the rows of 1.0.0 come into the partitions of their months, and from there into those of another database", async () => {
  const [from, to] = [await newPlace(), await newPlace()];
  await restoreBackup(from, fixture("1.0.0"), { now, withOtherKey: true });
  const file = join(folder, "parted.tar.gz");
  {
    await using upgraded = await open(from);
    const { db, kind } = upgraded;
    // A month that is long over has no partition.
    const month = Date.now() - now.getTime() < 700 * 86_400_000 ? "2026_11" : "rest";
    for (const [table, count] of [
      ["operation_log", 2],
      ["user_behavior", 1],
    ] as const)
      expect(await partitionsOf(db, table)).toEqual({ rows: { [`months.${table}_${month}`]: count }, isNext: true });
    await db.execute(
      sql`select make_months('operation_log', now() - interval '500 days', now() - interval '470 days')`,
    );
    await db.execute(sql`insert into operation_log (user_name, module, action, summary, created_at)
      select '系统', 'customer', 'update', '行', now() - make_interval(days => 490, hours => n) from generate_series(1, 5000) n`);
    await createBackup({ db, kind, config: from, secret: "any" }, file, { now });
  }
  await restoreBackup(to, file, { now, withOtherKey: true });
  await using restored = await open(to);
  expect(await schemaLines(restored.db)).toEqual(await freshLines());
  const { rows, isNext } = await partitionsOf(restored.db, "operation_log");
  expect(Object.values(rows).reduce((sum, count) => sum + count)).toBe(5002);
  expect(rows["months.operation_log_rest"] ?? 0).toBeLessThanOrEqual(2);
  expect(isNext).toBe(true);
  await expect(restored.db.execute(sql.raw(`truncate ${Object.keys(rows)[0]}`))).rejects.toMatchObject({
    cause: { code: "42501" },
  });
  await expect(restored.db.execute(sql`update operation_log set summary = ''`)).rejects.toMatchObject({
    cause: { code: "42501" },
  });
});

test("of a backup of before 1.0.0 what is gone is left out, what is new has its default; no other may differ", async () => {
  const changed = changedMigrations(`alter table team add column motto text not null default '新';
    alter table customer drop column remark cascade; drop table tracking cascade`);
  await using older = await open(await newPlace());
  const load = async (file: string) => loadBackup(older.db, file, await readManifest(file), { migrations: changed });
  await expect(load(fixture("1.0.0"))).rejects.toThrow("备份中的表与程序中的不一致");
  await load(fixture("before-1.0.0"));
  const { rows } = await older.db.execute(
    sql`select (select count(*)::int from customer) as customers, motto from team`,
  );
  expect(rows).toEqual([{ customers: 4, motto: "新" }]);
});

test("a backup of before 1.0.0 that has not seen all migrations there were is refused with what to do", async () => {
  const manifest = await readManifest(fixture("before-1.0.0"));
  const older = { ...manifest, migrations: manifest.migrations.slice(0, -1) };
  expect(() => requireKnownMigrations(older)).toThrow(beforeFirstRelease);
  expect(() => requireKnownMigrations(manifest)).not.toThrow();
});

const readJournal = (): { entries: { tag: string }[] } =>
  JSON.parse(readFileSync(join(migrationsFolder, "meta/_journal.json"), "utf8"));

/** A folder whose one migration makes the schema of 1.0.0 and changes it. */
function changedMigrations(change: string): string {
  const [first] = readJournal().entries;
  const path = join(folder, "changed");
  mkdirSync(join(path, "meta"), { recursive: true });
  writeFileSync(join(path, "meta/_journal.json"), JSON.stringify({ entries: [first] }));
  const file = `${first?.tag}.sql`;
  writeFileSync(
    join(path, file),
    `${readFileSync(join(migrationsFolder, file), "utf8")}--> statement-breakpoint\n${change}`,
  );
  return path;
}
