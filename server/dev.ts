import path from "node:path";
import { readConfig } from "./config";
import { readVisitorFiles } from "./http/visitor-pages";
import { start } from "./start";

/** Starts the API for scripts/dev.mjs, which closes it and calls this again whenever a source of the server changes; so it makes no backups. */
export function startForDevelopment(env: NodeJS.ProcessEnv): ReturnType<typeof start> {
  const visitor = readVisitorFiles(path.join(import.meta.dirname, "../build/visitor"));
  return start({ ...readConfig(env), backupDir: undefined }, { visitor });
}
