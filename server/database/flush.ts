import { open } from "node:fs/promises";

/** Waits until a file or folder is on the disk. */
export async function syncPath(path: string): Promise<void> {
  const file = await open(path, "r");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
