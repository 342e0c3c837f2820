import type { Logger } from "pino";
import type { Database } from "~/server/database/database";
import type { LocalStorage } from "./storage";

/** What the server is made of, handed to every request: nothing of it lives in a module. */
export interface Services {
  db: Database;
  log: Logger;
  /** Signs tokens and links, encrypts personal fields; 32 bytes or more. */
  secret: string;
  storage: LocalStorage;
  /** A reverse proxy stands before us, and its X-Forwarded-For is true. */
  trustsProxy: boolean;
  /** The moment, so that tests can set the clock. */
  now(): Date;
  /** Aborted when the server begins to stop; absent where nothing stops it (tests). */
  stopping?: AbortSignal;
}
