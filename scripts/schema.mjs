// npm run db:schema: writes the one migration of 1.0.0 anew, from the tables and from what drizzle-kit does not know: functions and triggers.
// Only until 1.0.0 is out: from then on 0000 stands, changes come by `npm run db:generate`, and this file goes with server/database/schema.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root, run } from "./run.mjs";

const made = join(root, ".cache/schema");
const migrations = join(root, "server/database/migrations");
const schema = join(root, "server/database/schema");
const name = "0000_schema.sql";

rmSync(made, { recursive: true, force: true });
mkdirSync(made, { recursive: true });
const tables = "./server/database/tables/**/*.ts";
const options = ["--dialect", "postgresql", "--schema", tables, "--out", "./.cache/schema", "--name", "schema"];
const code = await run("drizzle-kit", ["generate", ...options]);
if (code) process.exit(code);
const parts = [join(schema, "functions.sql"), join(made, name), join(schema, "triggers.sql")];
const whole = parts.map((file) => readFileSync(file, "utf8").trim()).join("\n--> statement-breakpoint\n");
rmSync(migrations, { recursive: true });
cpSync(made, migrations, { recursive: true });
writeFileSync(join(migrations, name), `${whole}\n`);
