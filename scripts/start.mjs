// npm start, and npm run admin, backup, restore, verify-log: what is missing is installed and built, then the product, or that command of it, runs.
import { join } from "node:path";
import { ensureBuilt, ensureInstalled, loadEnvFile, root } from "./run.mjs";

const commands = ["admin", "backup", "restore", "verify-log"];
const command = commands.find((name) => name === process.argv[2]);
if (command) process.argv.splice(2, 1);

try {
  loadEnvFile();
  await ensureInstalled();
  await ensureBuilt();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
// In this same process, so that signals reach the server itself.
await import(join(root, "build/server", `${command ?? "main"}.js`));
