// Migrates an embedded database, or the PostgreSQL of DATABASE_URL, by a folder of migrations: a process of its own, for tests that kill it.
import { migrate } from "~/server/database/migrate";
import { openDatabase } from "~/server/database/open";

const [dataDir = "", folder = ""] = process.argv.slice(2);
const database = await openDatabase({ dataDir, databaseUrl: process.env.DATABASE_URL });
process.stdout.write("begun\n");
await migrate(database.db, folder);
process.stdout.write("ended\n");
await database.close();
