/** Milliseconds a statement may run. */
export const statementTimeout = 10_000;

export const idleTransactionTimeout = 10_000;

/** Longer than a statement may run, so that those who wait behind a long one get their turn. */
export const connectionTimeout = 15_000;

/** How far a statement may exceed its limit before PostgreSQL, which should have ended it, counts as hanging. */
export const silence = 3_000;

/** Milliseconds a statement of a list may run. PGlite can end one only with the whole database, and everybody's requests: there a list has the time of all. */
export const listTimeout = 3_000;

export const readOnly = "-c default_transaction_read_only=on";

/** For short queries: parallel workers and compiling cost more than they save; pages are in memory, so reading is cheap next to row work. */
export const planning = "-c max_parallel_workers_per_gather=0 -c jit=off -c seq_page_cost=0.5 -c random_page_cost=0.5";
