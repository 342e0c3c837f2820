import type pg from "pg";

/**
 * By how many milliseconds the database's clock is ahead of this machine's. It belongs to the process, which has one database: rows get their
 * moments where no request is known.
 */
let ahead = 0;

/** Milliseconds since 1970, by the clock that all servers of a database share. */
export const clockNow = (): number => Date.now() + ahead;

const lookEvery = 60_000;

/**
 * Sets this process's clock by the database's, now and once a minute, so that servers whose machines disagree judge and write the same moments.
 * Answers how far the machine's own clock was off, and how to end it.
 */
export async function followClock(
  pool: pg.Pool,
  onError: (error: unknown) => void,
): Promise<{ ahead: number; stop(): void }> {
  await setClock(pool);
  const timer = setInterval(() => void setClock(pool).catch(onError), lookEvery);
  timer.unref();
  return { ahead, stop: () => clearInterval(timer) };
}

async function setClock(pool: Pick<pg.Pool, "query">): Promise<void> {
  const before = Date.now();
  const { rows } = await pool.query<{ at: string }>("select extract(epoch from clock_timestamp()) * 1000 as at");
  const after = Date.now();
  const found = Number(rows[0]?.at) - (before + after) / 2;
  // Less than the answer took is no difference.
  if (Math.abs(found - ahead) > after - before) ahead = Math.round(found);
}
