import { randomBytes } from "node:crypto";
import { closeSync, existsSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { comfort, freeBytes } from "./disk-guard";
import { lacksRoom } from "./lacks-room";

const name = "disk-reserve";
const megabyte = 1024 * 1024;
/** What PostgreSQL may need to start and to stop: its pid file, a segment of its log (16 MB), the state it writes at the end. */
const size = 20 * megabyte;

/** Gives room that was kept for this moment, where a disk has not enough left for PostgreSQL to start. */
export function releaseReserve(dataDir: string): void {
  if (freeBytes(dataDir) < size) rmSync(join(dataDir, name), { force: true });
}

/** Keeps some room for a start on a full disk, unless it is kept already or the disk is nearly full now. */
export function keepReserve(dataDir: string): void {
  const path = join(dataDir, name);
  if (existsSync(path) || freeBytes(dataDir) < comfort + size) return;
  // Not zeros, which some file systems do not store.
  const part = randomBytes(megabyte);
  const file = openSync(path, "w", 0o600);
  try {
    for (let written = 0; written < size; written += part.length) writeSync(file, part);
  } catch (error) {
    if (!lacksRoom(error)) throw error;
  } finally {
    closeSync(file);
  }
}
