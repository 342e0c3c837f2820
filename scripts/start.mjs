// npm start, and npm run admin: what is missing is installed and built, then the product, or its command for admins, runs.
import { join } from "node:path";
import { ensureBuilt, ensureInstalled, loadEnvFile, root } from "./run.mjs";

const isAdmin = process.argv[2] === "admin";
if (isAdmin) process.argv.splice(2, 1);

try {
  loadEnvFile();
  await ensureInstalled();
  await ensureBuilt();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
// In this same process, so that signals reach the server itself.
await import(join(root, "build/server", isAdmin ? "admin.js" : "main.js"));
