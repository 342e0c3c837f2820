import { statfsSync } from "node:fs";

/** Free bytes below which nothing more is to be written: room for PostgreSQL's log and for a recovery. */
const reserve = 64 * 1024 * 1024;
const lookEvery = 500;

/** Tells whether a folder's disk is nearly full, looking now and then; `onTurn` hears of a change. */
export function diskGuard(folder: string, onTurn: ((isLow: boolean) => void) | undefined): () => boolean {
  let isLow = false;
  let lookedAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    if (now - lookedAt < lookEvery) return isLow;
    lookedAt = now;
    const { bavail, bsize } = statfsSync(folder);
    const wasLow = isLow;
    // More has to become free than the last straw, or it would turn with every file.
    isLow = bavail * bsize < reserve * (wasLow ? 1.25 : 1);
    if (isLow !== wasLow) onTurn?.(isLow);
    return isLow;
  };
}
