import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dashboard } from "~/contract/dashboard/dashboard";
import { addressOf, type Endpoint, type LooseInput } from "~/contract/endpoint";
import { lsnHeader, placeOf } from "~/contract/lsn";
import { seoKeyword as keyword } from "~/contract/seo/keyword";
import { writeBaseline } from "~/server/database/baseline";
import { migrate } from "~/server/database/migrate";
import { type OpenDatabase, openDatabase } from "~/server/database/open";
import { openReplica, type Replica, replicaLimits } from "~/server/database/replica";
import { createLog } from "~/server/lib/log";
import { startPostgres } from "../../../scripts/postgres.mjs";
import { testApi } from "../../support/api";
import { makeUser } from "../../support/factories";
import { cellsOf } from "../../support/sheet";

// A primary and its streaming replica, both Debian's PostgreSQL.

type Cluster = Awaited<ReturnType<typeof startPostgres>>;
let primary: Cluster;
let copy: Cluster;
let database: OpenDatabase;
let replica: Replica;
let onPrimary: pg.Client;
let onCopy: pg.Client;
let api: ReturnType<typeof testApi>;
let token: string;

// What a test pauses is not to count as lost meanwhile.
const limits = { ...replicaLimits, rest: 0, lag: 3_600_000 };

beforeAll(async () => {
  primary = await startPostgres({ settings: ["autovacuum=off"] });
  copy = await startPostgres({ replicaOf: primary.url, settings: ["max_standby_streaming_delay=0"] });
  database = await openDatabase({ databaseUrl: primary.url, dataDir: "" });
  await migrate(database.db);
  await database.db.transaction((tx) => writeBaseline(tx));
  onPrimary = await database.connect();
  onCopy = new pg.Client({ connectionString: copy.url });
  await onCopy.connect();
  api = testApi(database.db);
  replica = openReplica(copy.url, database, createLog("silent"), limits);
  Object.assign(api.services, { lists: database.lists, replica });
  token = await api.tokenOf((await makeUser(database.db, { role: "super_admin" })).id);
});
afterAll(async () => {
  await onPrimary.end();
  await onCopy.end();
  await replica.close();
  await database.close();
  await copy.remove();
  await primary.remove();
});

/** Until the replica has what was written so far. */
async function arrive() {
  const { rows } = await onPrimary.query<{ lsn: string }>("select pg_current_wal_lsn() as lsn");
  await expect.poll(() => replica.has(placeOf(rows[0]?.lsn))).toBe(true);
}

/** A read by somebody who knows of writes up to there. */
const read = (endpoint: Endpoint, lsn?: string | null, query: LooseInput["query"] = {}) =>
  api.app.request(`http://test.local${addressOf(endpoint, { query })}`, {
    headers: { authorization: `Bearer ${token}`, ...(lsn ? { cookie: `theme=dark; lsn=${lsn}` } : {}) },
  });

async function wordsFor(lsn?: string | null) {
  const { data } = await (await read(keyword.list, lsn)).json();
  return data.list.map(({ word }: { word: string }) => word).sort();
}

async function write(word: string) {
  const as = api.callerBy(() => token);
  const { code, headers } = await as(keyword.create, { body: { word, lang: "zh", intent: "brand" } as never });
  expect(code).toBe(200);
  return headers.get(lsnHeader);
}

async function whilePaused(act: () => Promise<void>) {
  await onCopy.query("select pg_wal_replay_pause()");
  await expect
    .poll(async () => (await onCopy.query("select pg_get_wal_replay_pause_state() as state")).rows[0]?.state)
    .toBe("paused");
  await act().finally(() => onCopy.query("select pg_wal_replay_resume()"));
}

test("lists, figures and sheets come from the replica; who knows of a later write is answered by the primary", async () => {
  expect(await write("一")).toMatch(/^[0-9A-F]+\/[0-9A-F]+$/);
  await arrive();
  await whilePaused(async () => {
    const lsn = await write("二");
    expect(await wordsFor()).toEqual(["一"]);
    expect(await wordsFor(lsn)).toEqual(["一", "二"]);
    // Nothing that could be waited for.
    expect(await wordsFor("FFFFFFFF/FFFFFFFF")).toEqual(["一", "二"]);
    expect(await wordsFor("nonsense")).toEqual(["一"]);
    const sheet = await cellsOf(await read(keyword.export));
    expect(sheet.flat()).toContain("一");
    expect(sheet.flat()).not.toContain("二");
    expect(sheet.at(-1)?.[0]).toMatch(/　数据截至：\d{4}-\d\d-\d\d \d\d:\d\d　/);
    const later = await cellsOf(await read(keyword.export, lsn));
    expect(later.flat()).toContain("二");
    expect(later.at(-1)?.[0]).not.toContain("数据截至");
    const figures = async (known?: string | null) => (await (await read(dashboard.get, known)).json()).data;
    expect((await figures()).as_of).toMatch(/^\d{4}-/);
    expect((await figures(lsn)).as_of).toBeUndefined();
  });
  await arrive();
  expect(await wordsFor()).toEqual(["一", "二"]);
});

test("a read waits for what its reader has written", async () => {
  await arrive();
  let place: string | undefined;
  await whilePaused(async () => {
    place = placeOf(await write("三"));
  });
  await expect.poll(() => replica.has(place)).toBe(true);
});

test("a statement that a conflict ends is answered by the primary", async () => {
  await onPrimary.query("create table worn as select n from generate_series(1, 100) n");
  await arrive();
  const key = 47;
  await onCopy.query("select pg_advisory_lock($1)", [key]);
  const reading = replica.exports.$client.query(
    'select pg_is_in_recovery() as "isCopy", count(*)::int as n, pg_advisory_lock($1) from worn',
    [key],
  );
  await expect
    .poll(
      async () => (await onCopy.query("select 1 from pg_locks where locktype = 'advisory' and not granted")).rowCount,
    )
    .toBe(1);
  await onPrimary.query("delete from worn");
  await onPrimary.query("vacuum worn");
  expect((await reading).rows).toMatchObject([{ isCopy: false, n: 0 }]);
  await onCopy.query("select pg_advisory_unlock($1)", [key]);
  await arrive();
  expect(replica.isUp()).toBe(true);
});

test("a dead replica is done without, until it is back", async () => {
  await arrive();
  await onCopy.end();
  await copy.stop("SIGKILL");
  const lsn = await write("四");
  expect(await wordsFor()).toContain("四");
  expect(await wordsFor(lsn)).toContain("四");
  expect(replica.isUp()).toBe(false);
  await copy.start();
  await arrive();
  onCopy = new pg.Client({ connectionString: copy.url });
  await onCopy.connect();
  await whilePaused(async () => {
    await write("五");
    expect(await wordsFor()).not.toContain("五");
  });
});

test("what follows nobody, or another database, is no replica", async () => {
  const said: string[] = [];
  const log = createLog("warn", { write: (line) => said.push(line) });
  const other = openReplica(primary.url, database, log, limits);
  expect(await other.has()).toBe(false);
  await expect.poll(() => said.join()).toContain("it follows nobody");
  await other.close();
});
