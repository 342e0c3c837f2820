// npm run bench [-- browser|api|steady|pglite] [--rows n] [--keep] …: measures against the budgets (docs/performance.md); options: test/bench/main.ts.
import { join } from "node:path";
import { ensureBuilt, ensureInstalled, root } from "./run.mjs";

try {
  await ensureInstalled();
  await ensureBuilt();
  // Not before it is installed. The bench is TypeScript.
  const { register } = await import("tsx/esm/api");
  register();
  const { bench } = await import(join(root, "test/bench/main.ts"));
  process.exit((await bench(process.argv.slice(2))) ? 0 : 1);
} catch (error) {
  console.error(error);
  process.exit(1);
}
