import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { agent } from "~/contract/agent/agent";
import { customer } from "~/contract/customer/customer";
import { dashboard } from "~/contract/dashboard/dashboard";
import { lsnHeader } from "~/contract/lsn";
import { user as me } from "~/contract/personal/user";
import { setting } from "~/contract/system/setting";
import { writeBaseline } from "~/server/database/baseline";
import { migrate } from "~/server/database/migrate";
import { type OpenDatabase, openDatabase } from "~/server/database/open";
import { openReplica, type Replica, replicaLimits } from "~/server/database/replica";
import { createLog } from "~/server/lib/log";
import { startPostgres } from "../../../scripts/postgres.mjs";
import { testApi } from "../../support/api";
import { makeUser } from "../../support/factories";

// A primary and its streaming replica, both Debian's PostgreSQL.

type Cluster = Awaited<ReturnType<typeof startPostgres>>;
let primary: Cluster;
let copy: Cluster;
let database: OpenDatabase;
let replica: Replica;
let onPrimary: pg.Client;
let api: ReturnType<typeof testApi>;

// What a test pauses is not to count as lost meanwhile.
const limits = { ...replicaLimits, rest: 0, lag: 3_600_000 };

beforeAll(async () => {
  primary = await startPostgres({ settings: ["autovacuum=off"] });
  copy = await startPostgres({ replicaOf: primary.url, settings: ["max_standby_streaming_delay=0"] });
  database = await openDatabase({ databaseUrl: primary.url, dataDir: "" });
  await migrate(database.db);
  await database.db.transaction((tx) => writeBaseline(tx));
  onPrimary = await database.connect();
  api = testApi(database.db);
  replica = openReplica(copy.url, database, createLog("silent"), limits);
  Object.assign(api.services, { lists: database.lists, replica });
});
afterAll(async () => {
  await onPrimary.end();
  await replica.close();
  await database.close();
  await copy.remove();
  await primary.remove();
});

const onCopy = async (text: string) => {
  const client = new pg.Client({ connectionString: copy.url });
  await client.connect();
  await client.query(text).finally(() => client.end());
};

const arrives = () => expect.poll(async () => replica.has(await placeNow())).toBe(true);
async function placeNow() {
  const { rows } = await onPrimary.query<{ lsn: string }>("select pg_current_wal_lsn() as lsn");
  return placeOf(rows[0]?.lsn);
}
