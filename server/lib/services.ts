import type { Logger } from "pino";
import type { Database } from "~/server/database/database";
import type { EventHub } from "./events";
import type { KeptAnswers } from "./kept-answers";
import type { Bucket, LocalStorage } from "./storage";
import type { TableSources } from "./table-scenes";

/** The parts of the server, passed to every request: no module holds any of it. */
export interface Services {
  db: Database;
  /** The same database for lists alone, by connections that write nothing and end a statement after the time of a list; absent: as all else. */
  lists?: Database | undefined;
  log: Logger;
  /** Whether the disk guard of an embedded database says that nothing can be written; absent: there is none. */
  isDiskFull?: () => boolean;
  /** Signs tokens and links, encrypts personal fields; 32 bytes or more. */
  secret: string;
  /** A folder of this machine: work in progress, and uploads unless there is a bucket (`storageOf` knows). */
  storage: LocalStorage;
  /** Where uploads are kept, if it was configured. */
  bucket?: Bucket | undefined;
  /** The sources of the values in tables, of every area. */
  scenes: TableSources;
  /** Events across processes: whose figures have changed, which session has ended. */
  events: EventHub;
  /** What public reads have answered lately; absent: each is made anew (tests). */
  answers?: KeptAnswers;
  /** A reverse proxy is in front of us, and its X-Forwarded-For is true. */
  trustsProxy: boolean;
  /** How many requests are worked on at once; absent: as many as come (tests). */
  places?: number;
  /** The address that it listens on; absent where it listens on none (tests). */
  host?: string;
  /** Where the platforms' own servers are; absent: at their fixed addresses. Tests put servers of their own there. */
  platforms?: { wecom?: string; slack?: string /** Milliseconds that one may take to answer. */; limit?: number };
  /** The sign-in provider may have an address of a private network. */
  allowsPrivateSso?: boolean;
  /** The way out to addresses that people have typed; absent: the internet, and nothing else. Tests lead it to a server of their own. */
  outward?: {
    resolve?(host: string): Promise<string[]>;
    isAllowed?(address: string): boolean;
    /** Instead of the address's own. */
    port?: number;
    ca?: string;
    /** Milliseconds that all of it may take. */
    limit?: number;
  };
  /** The moment, so that tests can set the clock. */
  now(): Date;
  /** Aborted when the server begins to stop; absent where nothing stops it (tests). */
  stopping?: AbortSignal;
}
