import type { SQL } from "drizzle-orm";
import type { Logger } from "pino";
import type { z } from "zod";
import type { Ref } from "~/contract/common";
import type { ConvertedCustomer } from "~/contract/inquiry/inquiry";
import type { Database, Db, Transaction } from "~/server/database/database";
import type { Replica } from "~/server/database/replica";
import type { AnswerCache } from "./answer-cache";
import type { Caller } from "./caller";
import type { EventHub } from "./events";
import type { Bucket, LocalStorage } from "./storage";
import type { OptionSources } from "./table-options";
import type { Doubt } from "./texts-in";

/** The parts of the server, passed to every request: no module holds any of it. */
export interface Services {
  db: Database;
  /** The same database for lists alone, by connections that write nothing and end a statement after the time of a list; absent: as all else. */
  lists?: Database | undefined;
  /** Lists, dashboards and exports of staff may be read there; absent: there is none. */
  replica?: Replica | undefined;
  log: Logger;
  /** Whether the disk guard of an embedded database says that nothing can be written; absent: there is none. */
  isDiskFull?: () => boolean;
  secret: string;
  /** A folder of this machine: work in progress, and uploads unless there is a bucket (`storageOf` knows). */
  storage: LocalStorage;
  bucket?: Bucket | undefined;
  /** The sources of the values in tables, of every area. */
  optionSources: OptionSources;
  /** What other areas do with their records of a customer. */
  ofCustomer: OfCustomer;
  /** Events across processes: whose figures have changed, which session has ended. */
  events: EventHub;
  /** What public reads have answered lately; absent: each is made anew (tests). */
  answers?: AnswerCache;
  /** A reverse proxy is in front of us, and its X-Forwarded-For is true. */
  trustsProxy: boolean;
  /** How many requests are worked on at once; absent: as many as come (tests). */
  places?: number;
  /** Times the limits of waiting for one. */
  timeFactor?: number;
  /** The address that it listens on; absent where it listens on none (tests). */
  host?: string;
  /** Where the platforms' own servers are; absent: at their fixed addresses. Tests put servers of their own there. */
  platforms?: {
    wecom?: string;
    slack?: string;
    indexnow?: string;
    baidu?: string;
    /** Milliseconds that one may take to answer. */
    limit?: number;
  };
  /** The sign-in provider may have an address of a private network. */
  allowsPrivateSso?: boolean;
  /** The way out to addresses that people have typed; absent: the internet, and nothing else. Tests lead it to a server of their own. */
  outward?: {
    resolve?(host: string): Promise<string[]>;
    isAllowed?(address: string): boolean;
    port?: number;
    ca?: string;
    limit?: number;
  };
  /** How this installation is set up, as far as its administrators are told; absent in tests. */
  installation?: Installation;
  now(): Date;
  /** Aborted when the server begins to stop; absent where nothing stops it (tests). */
  stopping?: AbortSignal;
}

/** What the environment says of an installation. */
export interface Installation {
  dataDir: string;
  backupDir: string | undefined;
  hasMetrics: boolean;
}

/** The browser that asks: whose sign-ins it has seen, by a signed cookie. */
export interface Device {
  /** Names the browser for an account that has signed in in it before; undefined for others. */
  nameFor(userId: number): Promise<string | undefined>;
  /** Somebody has signed in: the answer carries the cookie that says so. */
  remember(userId: number): Promise<void>;
}

export interface Origin {
  id: string;
  ip: string;
  ua: string;
  device: Device;
}

/** A call of any endpoint by a signed-in user: what shared code (audit, scope) takes. */
export interface SignedCall {
  user: Caller;
  db: Db;
  origin: Origin;
  services: Services;
  doubts?: Doubt[];
  raw?: Request;
  waited?: number;
  asOf?: string | undefined;
}

/** A record whose lines in the log still name a person. */
export interface Trace {
  type: string;
  id: number;
}

interface CustomerRecords {
  /** The source's records go to the target. That is no change of theirs: version and time stay. */
  merge(db: Transaction, targetId: number, sourceId: number): Promise<void>;
  /** Erases what identifies the customer, beyond recovery. Numbers, states and dates stay. */
  forget(db: Transaction, customerId: number, anonymous: string): Promise<Trace[]>;
}

/** A follow-up may be about one of these records. */
interface FollowedRecords extends CustomerRecords {
  /** Refuses a record of another customer. */
  checkFollowed(call: SignedCall, id: number, customerId: number): Promise<void>;
  /** The numbers of those that the user sees. */
  named(asking: { db: Db; user: Caller }, ids: readonly number[]): Promise<Map<number, Ref>>;
}

/** What areas above the customer area do with their records of a customer; each area's `area.ts` signs up its own. */
export interface OfCustomer {
  share: CustomerRecords;
  clue: FollowedRecords;
  deal: FollowedRecords;
  inquiry: CustomerRecords & {
    /** A follow-up answers an inquiry of the same customer. */
    follow(call: SignedCall, id: number, customerId: number, content: string): Promise<void>;
    /** Open inquiries go from one owner to the next; returns which. */
    handOver(call: SignedCall, customerId: number, from: number | null, to: Ref): Promise<number[]>;
    /** Makes a customer of an inquiry. */
    convert(
      call: SignedCall,
      id: number,
      typed: z.output<typeof ConvertedCustomer>,
    ): Promise<{ id: number; customer_no: string }>;
    /** Erases what a registered user asked before there was a customer. */
    forgetUser(db: Transaction, customerUserId: number): Promise<Trace[]>;
    visible(caller: Caller): SQL;
    /** Locks a visa case for a change of its papers. */
    lockCase(call: SignedCall, id: number): Promise<{ inquiry_no: string }>;
  };
}
