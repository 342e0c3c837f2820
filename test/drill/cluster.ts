import { randomBytes } from "node:crypto";
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createConnection } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import pg from "pg";
import { writeBaseline } from "~/server/database/baseline";
import { migrate } from "~/server/database/migrate";
import { openDatabase } from "~/server/database/open";
import { root } from "../../scripts/run.mjs";
import { generate } from "../bench/generate";
import { asPostgres, kill, Machine, must, openNetwork, type Service, until } from "./machines";

// The addresses are those of deploy/cluster, whose files run here as they are.
const proxyAddress = "10.77.0.5";
export const desk = `http://${proxyAddress}:8080`;
const customers = 2_000;

const secret = () => randomBytes(24).toString("hex");
const passwords = { postgres: secret(), replicator: secret(), xinfang: secret(), xinfang_lists: secret() };
const urlOf = (role: "postgres" | "xinfang" | "xinfang_lists", place: string) =>
  `postgres://${role}:${passwords[role]}@${place}/xinfang`;
const primaryPlace = `${proxyAddress}:5432`;
export const primaryUrl = urlOf("postgres", primaryPlace);

/** A PostgreSQL with its Patroni and one of three etcd; its files are on a disk of 512 MB. */
export interface DatabaseMachine extends Machine {
  disk: string;
}
/** A server with its PgBouncer. */
export interface DeskMachine extends Machine {
  server: Service;
}
export interface Cluster {
  databases: DatabaseMachine[];
  desks: DeskMachine[];
  proxy: Service;
}

/** Starts everything in a folder and fills the database. */
export async function startCluster(folder: string): Promise<Cluster> {
  openNetwork();
  must("mount", "-t", "tmpfs", "tmpfs", folder);
  chmodSync(folder, 0o755);
  const databases = [1, 2, 3].map((nth) => databaseMachine(folder, nth));
  const proxy = new Machine("proxy", proxyAddress).serve([
    ...["/usr/sbin/haproxy", "-db", "-f", join(root, "deploy/cluster/haproxy.cfg")],
  ]);
  await until("three PostgreSQL", 120, () => areWhole(databases));
  await fitDisks(databases[0]?.address);
  await prepare();
  const key = secret();
  const desks = [1, 2].map((nth) => deskMachine(folder, nth, key));
  const cluster = { databases, desks, proxy };
  await until("two servers", 60, () => isWhole(cluster));
  return cluster;
}

function databaseMachine(folder: string, nth: number): DatabaseMachine {
  const [name, address] = [`pg${nth}`, `10.77.0.1${nth}`];
  const machine = new Machine(name, address);
  const [disk, store] = [join(folder, name), join(folder, `etcd${nth}`)];
  mkdirSync(disk);
  must("mount", "-t", "tmpfs", "-o", "size=512m", "tmpfs", disk);
  mkdirSync(store);
  for (const one of [disk, store]) must("chown", "postgres:postgres", one);
  const peers = [1, 2, 3].map((one) => `pg${one}=http://10.77.0.1${one}:2380`).join(",");
  machine.serve([
    // Nothing else on these machines is in such a hurry: a lost heart beat costs an election, and an election the whole ttl anew.
    ...[
      "nice",
      "-n",
      "-10",
      ...asPostgres,
      "/usr/bin/etcd",
      "--pre-vote",
      "--name",
      name,
      "--data-dir",
      store,
      "--initial-cluster",
      peers,
    ],
    ...["--listen-peer-urls", `http://${address}:2380`, "--initial-advertise-peer-urls", `http://${address}:2380`],
    ...["--listen-client-urls", `http://${address}:2379`, "--advertise-client-urls", `http://${address}:2379`],
  ]);
  machine.serve([...asPostgres, "/usr/bin/patroni", join(root, "deploy/cluster/patroni.yml")], {
    PATRONI_NAME: name,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${address}:5432`,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `${address}:8008`,
    PATRONI_POSTGRESQL_DATA_DIR: join(disk, "data"),
    PATRONI_POSTGRESQL_PGPASS: join(store, "pgpass"),
    PATRONI_SUPERUSER_PASSWORD: passwords.postgres,
    PATRONI_REPLICATION_PASSWORD: passwords.replicator,
  });
  return Object.assign(machine, { disk });
}

/** Keeps little of the log of writes, which by itself would fill disks as small as these. */
async function fitDisks(address: string | undefined): Promise<void> {
  const parameters = { max_wal_size: "96MB", max_slot_wal_keep_size: "48MB" };
  const body = JSON.stringify({ postgresql: { parameters } });
  const answer = await fetch(`http://${address}:8008/config`, { method: "PATCH", body });
  if (!answer.ok) throw new Error(`config: ${await answer.text()}`);
}

/** Asks a database one statement after the other; answers the rows of the last. */
export async function ask<Row extends pg.QueryResultRow>(url: string, ...statements: string[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  let rows: Row[] = [];
  for (const statement of statements) ({ rows } = await client.query<Row>(statement));
  await client.end();
  return rows;
}

/** Roles and limits as docs/operations.md says, and rows. */
async function prepare(): Promise<void> {
  await ask(
    primaryUrl.replace(/xinfang$/, "postgres"),
    `create role xinfang login connection limit 80 password '${passwords.xinfang}'`,
    `create role xinfang_lists login connection limit 80 password '${passwords.xinfang_lists}' in role pg_read_all_data`,
    "alter role xinfang set statement_timeout = '10s'",
    "alter role xinfang set idle_in_transaction_session_timeout = '10s'",
    "alter role xinfang_lists set statement_timeout = '3s'",
    "alter role xinfang_lists set default_transaction_read_only = on",
    "create database xinfang owner xinfang",
  );
  await ask(primaryUrl, "create extension pg_trgm");
  const database = await openDatabase({ databaseUrl: urlOf("xinfang", primaryPlace), dataDir: "" });
  await migrate(database.db);
  await writeBaseline(database.db);
  await generate(database.db, customers);
  await database.close();
}

function deskMachine(folder: string, nth: number, key: string): DeskMachine {
  const address = `10.77.0.2${nth}`;
  const machine = new Machine(`desk${nth}`, address);
  const [pooler, data] = [join(folder, `pgbouncer${nth}`), join(folder, "files")];
  mkdirSync(pooler);
  mkdirSync(data, { recursive: true });
  copyFileSync(join(root, "deploy/cluster/pgbouncer.ini"), join(pooler, "pgbouncer.ini"));
  const users = (["xinfang", "xinfang_lists"] as const).map((role) => `"${role}" "${passwords[role]}"\n`);
  writeFileSync(join(pooler, "users.txt"), users.join(""));
  must("chown", "-R", "postgres:postgres", pooler);
  chmodSync(join(pooler, "users.txt"), 0o600);
  machine.serve([...asPostgres, "/usr/sbin/pgbouncer", "pgbouncer.ini"], {}, pooler);
  const server = machine.serve(
    [process.execPath, join(root, "build/server/main.js")],
    {
      ...{ NODE_ENV: "production", HOST: address, PORT: "3000", DATA_DIR: data, SECRET_KEY: key, DEMO: "0" },
      ...{ TRUST_PROXY: "1", LOG_LEVEL: "warn", DATABASE_DIRECT_URL: urlOf("xinfang", primaryPlace) },
      DATABASE_URL: urlOf("xinfang", "127.0.0.1:6432"),
      DATABASE_LISTS_URL: urlOf("xinfang_lists", "127.0.0.1:6432"),
    },
    root,
  );
  return Object.assign(machine, { server });
}

type Member = { name: string; role: string; state: string };

/** The members as one that answers sees them. */
async function membersOf(databases: DatabaseMachine[]): Promise<Member[]> {
  for (const { address } of databases) {
    const answer = await get(`http://${address}:8008/cluster`);
    if (answer) return (JSON.parse(answer) as { members: Member[] }).members; // what Patroni documents
  }
  return [];
}

/** The text of an answer that is well within two seconds. */
async function get(url: string): Promise<string | undefined> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    return answer.ok ? await answer.text() : undefined;
  } catch {
    return undefined;
  }
}

export async function primaryOf(databases: DatabaseMachine[]): Promise<DatabaseMachine | undefined> {
  for (const machine of databases) if (await get(`http://${machine.address}:8008/primary`)) return machine;
  return undefined;
}

async function areWhole(databases: DatabaseMachine[]): Promise<boolean> {
  const roles = (await membersOf(databases)).map(
    ({ role, state }) => `${role} ${state === "streaming" ? "running" : state}`,
  );
  return roles.sort().join() === "leader running,replica running,sync_standby running";
}

export async function areReady(desks: DeskMachine[]): Promise<boolean> {
  const answers = await Promise.all(desks.map(({ address }) => get(`http://${address}:3000/readyz`)));
  return answers.every((answer) => answer === "ok");
}

export const isWhole = async ({ databases, desks }: Cluster): Promise<boolean> =>
  (await areWhole(databases)) && (await areReady(desks)) && (await get(`${desk}/readyz`)) === "ok";

/** Kills the first process of a PostgreSQL. */
export function killPostgres({ disk }: DatabaseMachine): void {
  kill(Number(readFileSync(join(disk, "data/postmaster.pid"), "utf8").split("\n")[0]));
}

export const switchOver = async (from: DatabaseMachine): Promise<void> => {
  const body = JSON.stringify({ leader: from.name });
  const answer = await fetch(`http://${from.address}:8008/switchover`, { method: "POST", body });
  if (!answer.ok) throw new Error(`switchover: ${await answer.text()}`);
};

const filler = ({ disk }: DatabaseMachine) => join(disk, "filler");
/** Leaves no room on its disk. */
export function fillDisk(machine: DatabaseMachine): void {
  const room = must("df", "--output=avail", "-B1", machine.disk).split("\n")[1] ?? "";
  must("fallocate", "-l", room.trim(), filler(machine));
}
export const emptyDisk = (machine: DatabaseMachine): void => rmSync(filler(machine));

/** Asks the proxy one thing and answers what it says. */
const askProxy = (command: string): Promise<string> => text(createConnection("/run/haproxy.sock").end(`${command}\n`));

/** Tells the proxy to send nothing more to a server and waits for its last answers; or to use it again, and waits until it does. */
export async function tellProxy({ name }: DeskMachine, state: "drain" | "ready"): Promise<void> {
  await askProxy(`set server servers/${name} state ${state}`);
  await until(`${state}: ${name}`, 60, async () => {
    const [names = [], ...rows] = (await askProxy("show stat")).split("\n").map((line) => line.split(","));
    const row = rows.find(([backend, server]) => backend === "servers" && server === name);
    return state === "ready" ? row?.[names.indexOf("status")] === "UP" : row?.[names.indexOf("scur")] === "0";
  });
}
