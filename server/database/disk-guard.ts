import { statfsSync } from "node:fs";

/** Free bytes below which nothing more is to be written: room for PostgreSQL's log and for a recovery. */
const reserve = 64 * 1024 * 1024;
/** Free bytes above which writing goes on. More has to become free than the last straw, or it would turn with every file. */
export const comfort = reserve * 1.25;
const lookEvery = 500;

/** What is free for us on a folder's disk. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Checks from time to time whether a folder's disk is nearly full; `onTurn` is called on a change. */
export function diskGuard(folder: string, onTurn: ((isLow: boolean) => void) | undefined): () => boolean {
  let isLow = false;
  let lookedAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    if (now - lookedAt < lookEvery) return isLow;
    lookedAt = now;
    const wasLow = isLow;
    isLow = freeBytes(folder) < (wasLow ? comfort : reserve);
    if (isLow !== wasLow) onTurn?.(isLow);
    return isLow;
  };
}
