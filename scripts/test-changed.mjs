// npm run test:changed [-- BASE]: the server's and the app's test files that lead to what has changed since BASE (HEAD), for the minutes between two runs of npm test.
import { ensureInstalled, run } from "./run.mjs";

await ensureInstalled();
const [base = "HEAD"] = process.argv.slice(2);
const projects = ["server", "pglite", "app", "app-replacing"].map((project) => `--project=${project}`);
process.exit(await run("vitest", ["run", ...projects, `--changed=${base}`, "--passWithNoTests"]));
