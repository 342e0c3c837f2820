import { readConfig } from "./config";
import { start } from "./start";

/** Starts the API for scripts/dev.mjs, which closes it and calls this again whenever a source of the server changes: hence no backups. */
export function startForDevelopment(env: NodeJS.ProcessEnv): ReturnType<typeof start> {
  return start({ ...readConfig(env), backupDir: undefined });
}
