import { requirePrograms } from "../../scripts/postgres.mjs";

/** Why there is no PostgreSQL to start; undefined where there is one, or one could be installed. */
export function whyMissing(): string | undefined {
  try {
    requirePrograms();
    return undefined;
  } catch (error) {
    return String(error);
  }
}
