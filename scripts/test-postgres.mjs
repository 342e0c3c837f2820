// npm run test:postgres: the server's and the app's tests on a throw-away PostgreSQL.
import { ensureInstalled, run } from "./run.mjs";

await ensureInstalled();
// Not before its package is installed.
const { startPostgres } = await import("./postgres.mjs");

let code = 1;
try {
  const postgres = await startPostgres();
  // A signal ends the run, not the clean-up.
  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.once(signal, async () => {
      await postgres.remove();
      process.exit(130);
    });
  }
  try {
    code = 0;
    for (const project of ["server", "app"]) {
      code ||= await run("vitest", ["run", "--project", project, "--passWithNoTests", ...process.argv.slice(2)], {
        env: { TEST_DATABASE_URL: postgres.url },
      });
    }
  } finally {
    await postgres.remove();
  }
} catch (error) {
  code = 1;
  console.error(error instanceof Error ? error.message : error);
}
process.exit(code);
