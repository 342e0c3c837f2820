import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bytesOf, entriesOf, readManifest } from "~/server/backup/archive";
import { automaticBackupsOf } from "~/server/backup/automatic";
import { createBackup } from "~/server/backup/create";
import { entry } from "~/server/backup/format";
import { loadBackup, requireKnownMigrations } from "~/server/backup/load";
import { restoreBackup } from "~/server/backup/restore";
import type { Database } from "~/server/database/database";
import { migrate } from "~/server/database/migrate";
import { openDatabase, openThread } from "~/server/database/open";
import { startPgliteThread } from "~/server/database/pglite-thread";
import { writeDemo } from "~/server/demo/demo";
import { localStorage } from "~/server/lib/storage";
import { testApi } from "~/test/support/api";
import { resetDatabase, testDatabase } from "~/test/support/database";
import { makeTeam, makeUser } from "~/test/support/factories";
import { programFile } from "~/test/support/programs";
import { testFolder } from "~/test/support/test-folder";
import { type Postgres, startPostgres } from "../../../scripts/postgres.mjs";
import { root } from "../../../scripts/run.mjs";

const now = new Date("2026-11-20T15:30:00+08:00");
const folder = testFolder();
const inFolder = (name: string) => join(folder, name);

/** Every row of every table as text, in an order that no locale changes. */
async function contentOf(db: Database): Promise<Record<string, string[]>> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`set local time zone 'UTC'`);
    const tables = await tx.execute<{ name: string }>(
      sql`select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace order by 1`,
    );
    const content: Record<string, string[]> = {};
    for (const { name } of tables.rows) {
      const { rows } = await tx.execute<{ line: string }>(
        sql`select t::text as line from ${sql.identifier(name)} t order by t::text collate "C"`,
      );
      content[name] = rows.map((row) => row.line);
    }
    return content;
  });
}

/** All files below a folder with their content. */
const filesOf = (path: string) =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name))
    .map((file) => [file.slice(path.length), readFileSync(file).toString("base64")])
    .sort();

/** What a backup holds, its rows in an order that no database has chosen. */
async function entriesTold(file: string) {
  const shown: Record<string, string[]> = {};
  for await (const one of entriesOf(file)) {
    const table = entry.tableOf(one.header.name);
    const bytes = await bytesOf(one);
    const name = table ?? one.header.name;
    shown[name] = [...(shown[name] ?? []), ...(table ? bytes.toString().split("\n") : [bytes.toString("base64")])];
  }
  const { [entry.manifest]: _manifest, [entry.checksums]: _checksums, ...others } = shown;
  const { tables, sequences, migrations } = await readManifest(file);
  return {
    ...Object.fromEntries(Object.entries(others).map(([name, lines]) => [name, lines.sort()])),
    tables,
    sequences,
    migrations,
  };
}

/** The same after a restore: no file gets a number used since the backup, whose picture somebody may keep. */
const afterRestore = ({ sequences, ...shown }: Awaited<ReturnType<typeof entriesTold>>) => ({
  ...shown,
  sequences: sequences.map(({ name, value }) => ({
    name,
    value: name === "media_id_seq" ? String(Number(value) + 1_000_000) : value,
  })),
});

/** Runs a command of the server; `until` kills it as soon as it has said that. */
async function command(name: "backup" | "restore", args: string[], env: Record<string, string>, until?: string) {
  const file = await programFile(name);
  return new Promise<{ code: number | null; signal: string | null; said: string }>((resolve) => {
    const child = spawn(process.execPath, [file, ...args], {
      cwd: root,
      env: { PATH: process.env.PATH, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => {
        said += chunk;
        if (until && said.includes(until)) child.kill("SIGKILL");
      });
    child.once("exit", (code, signal) => resolve({ code, signal, said }));
  });
}

let postgres: Postgres | undefined;
beforeAll(async () => {
  postgres = await startPostgres({ locale: "C" });
});
afterAll(() => postgres?.remove());

/** A new database in the cluster. */
async function newDatabase(name: string): Promise<string> {
  const url = new URL(postgres?.url ?? "");
  const { pool, close } = await openDatabase({ databaseUrl: url.href, dataDir: "" });
  await pool.query(`create database ${name}`);
  await close();
  url.pathname = `/${name}`;
  return url.href;
}

describe("a backup of everything", () => {
  const { db } = testDatabase();
  const first = inFolder("first.tar.gz");
  const home = { dataDir: inFolder("home"), databaseUrl: undefined, secretKey: undefined };
  const secret = "the generated key of an embedded database";
  let content: Record<string, string[]>;

  beforeAll(async () => {
    const origin = inFolder("origin");
    await resetDatabase(db);
    const services = { storage: localStorage(join(origin, "files")), secret };
    await writeDemo(db, { password: "Demo-pass-1", size: "small", now, services });
    // What JSON and JavaScript like to change.
    await db.execute(sql`insert into setting (key, value, updated_at)
      select key, value::jsonb, now() from (values ('probe.null', 'null'), ('probe.number', '12345678901234567890.10'),
        ('probe.text', '"行1\\n行2 \\"引号\\" \\\\ \\u2028"')) as probe (key, value)`);
    await db.execute(
      sql`update district set lat = 0.1::float8 + 0.2::float8, lng = -1e-300 where id = (select min(id) from district)`,
    );
    await db.execute(
      sql`update customer set created_at = '2026-01-02 03:04:05.678901+00', remark = e'a\tb\\c' where id = 1`,
    );
    content = await contentOf(db);
    await createBackup({ db, kind: "pglite", config: { dataDir: origin, secretKey: undefined }, secret }, first, {
      now,
    });
  });

  const uploads = () => filesOf(join(inFolder("origin"), "files"));

  test("holds what every table has, and is for its owner only", async () => {
    const { tables, files, has_secret } = await readManifest(first);
    expect(tables.map(({ name, rows }) => [name, rows])).toEqual(
      Object.entries(content).map(([name, rows]) => [name, rows.length]),
    );
    expect(tables.filter(({ rows }) => rows > 0).length).toBeGreaterThan(25);
    expect(files.count).toBeGreaterThan(50);
    expect(has_secret).toBe(true);
    expect(statSync(first).mode & 0o777).toBe(0o600);
  });

  test("takes the place of an embedded database, even of another PostgreSQL's, and sets that aside", async () => {
    const former = { "database/PG_VERSION": "14", "files/2025/a": "old", "secret-key": "old key" };
    for (const [name, text] of Object.entries(former)) {
      mkdirSync(dirname(join(home.dataDir, name)), { recursive: true });
      writeFileSync(join(home.dataDir, name), text);
    }
    const restored = await restoreBackup(home, first, { now });
    expect(restored.former).toBe(join(home.dataDir, "former-20261120-153000"));
    for (const [name, text] of Object.entries(former))
      expect(readFileSync(join(restored.former ?? "", name), "utf8")).toBe(text);
    expect(readFileSync(join(home.dataDir, "secret-key"), "utf8").trim()).toBe(secret);
    expect(filesOf(join(home.dataDir, "files"))).toEqual(uploads());
    expect(readdirSync(home.dataDir).sort()).toEqual([
      ...["database", "files", "former-20261120-153000", "log-heads", "secret-key"],
    ]);
  });

  test("leaves all as it was when its restoring is killed", async () => {
    const { signal } = await command("restore", [first], { DATA_DIR: home.dataDir }, "上传的文件");
    expect(signal).toBe("SIGKILL");
    expect(readdirSync(home.dataDir).filter((name) => name.startsWith("restore-"))).toHaveLength(1);
    const database = await openDatabase(home);
    expect(await contentOf(database.db)).toEqual(content);
    const refused = await command("backup", [], { DATA_DIR: home.dataDir });
    expect(refused).toMatchObject({
      code: 1,
      said: expect.stringMatching(/正被另一个进程使用[\s\S]*每天 04:30 自动备份/),
    });
    await database.close();
  });

  test("is made by hand of a stopped embedded database", async () => {
    const { code, said } = await command("backup", [folder], { DATA_DIR: home.dataDir });
    expect({ code, said }).toMatchObject({ code: 0, said: expect.stringContaining("已备份到") });
    const name = readdirSync(folder).find((one) => /^backup-\d{8}-\d{6}-manual\.tar\.gz$/.test(one)) ?? "";
    expect(await entriesTold(inFolder(name))).toEqual(afterRestore(await entriesTold(first)));
  });

  test("moves to an empty PostgreSQL, whose backup is the same", async () => {
    const databaseUrl = await newDatabase("moved");
    const place = { dataDir: inFolder("moved"), databaseUrl, secretKey: "another key of more than thirty-two bytes" };
    await expect(restoreBackup(place, first, { now })).rejects.toThrow("tar -xzOf 备份文件 secret-key");
    expect(existsSync(place.dataDir)).toBe(false);
    place.secretKey = secret;
    await restoreBackup(place, first, { now });
    await expect(restoreBackup(place, first, { now })).rejects.toThrow("数据库不是空的");
    const moved = await openDatabase(place);
    expect(await contentOf(moved.db)).toEqual(content);
    expect(filesOf(join(place.dataDir, "files"))).toEqual(uploads());
    const back = inFolder("back.tar.gz");
    await createBackup({ db: moved.db, kind: "postgres", config: place, secret }, back, { now });
    const made = await makeTeam(moved.db);
    const { rows } = await moved.db.execute(sql`select max(id)::int as last from team where id <> ${made.id}`);
    expect(made.id).toBeGreaterThan(Number(rows[0]?.last));
    await moved.close();
    const { "secret-key": _, ...others }: Record<string, unknown> = afterRestore(await entriesTold(first));
    expect(await entriesTold(back)).toEqual(others);
  });

  test("that is broken off leaves nothing", async () => {
    const target = join(inFolder("unfinished"), "backup.tar.gz");
    const stopping = new AbortController();
    const source = {
      db,
      kind: "pglite",
      config: { dataDir: inFolder("origin"), secretKey: undefined },
      secret,
    } as const;
    const onProgress = (what: string) => what === "customer" && stopping.abort();
    await expect(createBackup(source, target, { now, signal: stopping.signal, onProgress })).rejects.toThrow("aborted");
    expect(readdirSync(inFolder("unfinished"))).toEqual([]);
  });
});

describe("a backup of an older program", () => {
  const folders = { old: inFolder("migrations-old"), newer: inFolder("migrations-new") };
  const file = inFolder("old.tar.gz");
  const schema = `
    create table parent (id bigint generated always as identity primary key, code text not null, unique (code));
    create table probe (
      id bigint generated by default as identity primary key, parent_id bigint not null references parent (id),
      bytes bytea, plain json, numbers numeric(30, 10)[], words text[][], span interval, day date, at timestamp, flags bit(3), amount numeric,
      ratio double precision, doubled bigint generated always as (id * 2) stored
    );
    create unique index probe_at on probe (at);
    create table note (text text);
    create function tell() returns trigger language plpgsql as $$ begin insert into note values ('told'); return new; end $$;
    create trigger probe_tells after insert on probe for each row execute function tell();
    insert into parent (code) values ('from the migration')`;
  const change =
    "alter table probe add column label text not null default '新'; update probe set label = 'x' where id = 1";

  beforeAll(async () => {
    writeMigrations(folders.old, [schema]);
    writeMigrations(folders.newer, [schema, change]);
    const source = await openThread(await startPgliteThread({ dataDir: "memory://" }));
    await migrate(source.db, folders.old);
    await source.pool.query(`insert into parent (code) values ('a,b'), (e'c\\nd');
      update parent set code = 'changed' where id = 1;
      insert into probe (parent_id, bytes, plain, numbers, words, span, day, at, flags, amount, ratio) values
        (2, '\\x00ff0a5c', '{"b": 1,  "a": null}', '{1.0000000001,NULL,99999999999999999999.5}', '{{a,"b \\" c"},{NULL,"NULL"}}',
          '1 year -2 days 03:04:05.000006', '0044-03-15 BC', '2026-01-01 00:00:00.123456', '101', 'NaN', 'Infinity'),
        (3, '', 'null', '{}', '[2:3][1:1]={{x},{y}}', '0', 'infinity', '9999-12-31 23:59:59.999999', null, 1e40, 4.9e-324);
      delete from note where ctid = (select min(ctid) from note); insert into parent (code) values ('gone'); delete from parent where code = 'gone'`);
    const config = { dataDir: inFolder("nothing"), secretKey: undefined };
    await createBackup({ db: source.db, kind: "pglite", config, secret: "key" }, file, { now });
    before = await contentOf(source.db);
    await source.close();
  });
  let before: Record<string, string[]>;

  test("is loaded as it was, then brought up to date", async () => {
    const { db, pool, close } = await openDatabase({ databaseUrl: await newDatabase("older"), dataDir: "" });
    await loadBackup(db, file, await readManifest(file), { migrations: folders.newer });
    const labels = await pool.query("select label from probe order by id");
    expect(labels.rows).toEqual([{ label: "x" }, { label: "新" }]);
    const { rows } = await pool.query(
      "insert into probe (parent_id, at) select id, now() from parent where code = 'a,b' returning id, doubled",
    );
    expect(rows).toEqual([{ id: "3", doubled: "6" }]);
    expect((await pool.query("select count(*)::int as told from note")).rows).toEqual([{ told: 2 }]);
    expect((await pool.query("insert into parent (code) values ('next') returning id")).rows).toEqual([{ id: "5" }]);
    await pool.query(
      "delete from parent where id = 5; delete from probe where id = 3; delete from note where ctid = (select max(ctid) from note)",
    );
    await pool.query("alter table probe drop column label");
    expect(await contentOf(db)).toEqual(before);
    await expect(pool.query("insert into probe (parent_id) values (99)")).rejects.toMatchObject({ code: "23503" });
    await expect(pool.query("insert into probe (parent_id, at) select parent_id, at from probe")).rejects.toMatchObject(
      {
        constraint: "probe_at",
      },
    );
    await close();
  });

  test("is refused by one that is older still, or has another past", async () => {
    const manifest = await readManifest(file);
    const newer = { ...manifest, migrations: [...manifest.migrations, { hash: "x", when: 2 }] };
    expect(() => requireKnownMigrations(newer, folders.old)).toThrow("请升级程序");
    const other = { ...manifest, migrations: [{ hash: "x", when: 1 }] };
    expect(() => requireKnownMigrations(other, folders.old)).toThrow("第 1 个数据库迁移与程序中的不一致");
    expect(() => requireKnownMigrations(manifest, folders.newer)).not.toThrow();
  });
});

function writeMigrations(path: string, statements: string[]) {
  mkdirSync(join(path, "meta"), { recursive: true });
  const entries = statements.map((statement, idx) => {
    writeFileSync(join(path, `000${idx}_step.sql`), statement);
    return { idx, version: "7", when: idx + 1, tag: `000${idx}_step`, breakpoints: true };
  });
  writeFileSync(join(path, "meta/_journal.json"), JSON.stringify({ version: "7", dialect: "postgresql", entries }));
}

test("a server that stops makes a backup if anything was written since the last", async () => {
  const { db } = testDatabase();
  const { services } = testApi(db, { now });
  const backupDir = inFolder("backups");
  const backups = automaticBackupsOf(services, { dataDir: folder, secretKey: undefined, backupDir }, "pglite");
  const made = async () => {
    await backups?.makeLast();
    const [name = ""] = readdirSync(backupDir);
    return statSync(join(backupDir, name)).ino;
  };
  await resetDatabase(db);
  const before = await made();
  await db.execute(sql`select count(*) from customer`);
  expect(await made()).toBe(before);
  await makeUser(db);
  expect(await made()).not.toBe(before);
});
