import type { NodePgDatabase } from "drizzle-orm/node-postgres";

/** The database as handlers see it; inside `transaction` use only what it hands over, since the outer one would wait for itself. */
export type Database = NodePgDatabase;

export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];

/** Where something is read or written: the database itself, or a transaction of it. */
export type Db = Database | Transaction;
