import pg from "pg";
import type { TestProject } from "vitest/node";
import { openDatabase } from "~/server/database/open";
import { startPostgres } from "../../scripts/postgres.mjs";
import { keepBaseline } from "./baseline-rows";
import { prepare } from "./database-setup";

const template = "xinfang_test_template";

/** A throw-away PostgreSQL with one database per Vitest worker: several times as quick as PGlite for the server's tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Compiling a plan takes longer than any query of a test; what a test has just written is not analysed behind its back.
  const postgres = await startPostgres({ settings: ["jit=off", "autovacuum=off"] });
  const server = new pg.Client({ connectionString: postgres.url });
  await server.connect();
  await server.query(`create database ${template} template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C'`);
  const { db, close } = await openDatabase({ databaseUrl: databaseNamed(postgres.url, template), dataDir: "" });
  await prepare(db);
  await keepBaseline(db);
  await close();
  for (let worker = 1; worker <= Number(project.config.maxWorkers); worker += 1)
    await server.query(`create database xinfang_test_${worker} template ${template}`);
  await server.end();
  project.provide("database", { kind: "postgres", url: databaseNamed(postgres.url, "xinfang_test_") });
  return postgres.remove;
}

function databaseNamed(base: string, name: string): string {
  const url = new URL(base);
  url.pathname = `/${name}`;
  return url.href;
}
