// npm run db:schema: makes drizzle-kit's part of the one migration of 1.0.0 anew; the functions and triggers around it are written by hand, in the migration itself.
// Only until 1.0.0 is out: from then on 0000 is fixed, changes come by `npm run db:generate`, and this file goes.
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root, run } from "./run.mjs";

const made = join(root, ".cache/schema");
const migrations = join(root, "server/database/migrations");
const name = "0000_schema.sql";
const [begins, ends] = ["-- drizzle-kit begins here.\n", "-- drizzle-kit ends here.\n"];

const whole = readFileSync(join(migrations, name), "utf8");
const [before, after] = [whole.split(begins)[0], whole.split(ends)[1]];
rmSync(made, { recursive: true, force: true });
const tables = "./server/database/tables/**/*.ts";
const options = ["--dialect", "postgresql", "--schema", tables, "--out", "./.cache/schema", "--name", "schema"];
const code = await run("drizzle-kit", ["generate", ...options]);
if (code) process.exit(code);
const part = readFileSync(join(made, name), "utf8").trim();
cpSync(made, migrations, { recursive: true });
writeFileSync(join(migrations, name), `${before}${begins}${part}\n--> statement-breakpoint\n${ends}${after}`);
