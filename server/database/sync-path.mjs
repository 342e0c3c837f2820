import { closeSync, fsyncSync, openSync } from "node:fs";

/**
 * Waits until a file, or a folder's list of names, is on the disk.
 * @param {string} path
 */
export function syncPath(path) {
  const file = openSync(path, "r");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
