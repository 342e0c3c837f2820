import { type Dirent, existsSync } from "node:fs";
import { readdir, stat, statfs } from "node:fs/promises";
import { join, relative, sep } from "node:path";

/** A stored file by its key. */
export interface StoredFile {
  key: string;
  bytes: number;
}

/** Every file of a storage folder, those still arriving left out. */
export async function filesIn(folder: string): Promise<StoredFile[]> {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((one) => one.isFile() && !one.name.endsWith(".part"));
  const found: StoredFile[] = [];
  const many = 500;
  for (let start = 0; start < files.length; start += many) {
    const measured = await Promise.all(files.slice(start, start + many).map((one) => measure(folder, one)));
    found.push(...measured.filter((one) => one !== undefined));
  }
  return found.sort((a, b) => (a.key < b.key ? -1 : 1));
}

async function measure(folder: string, { parentPath, name }: Dirent): Promise<StoredFile | undefined> {
  const path = join(parentPath, name);
  const found = await stat(path).catch(() => undefined);
  return found && { key: relative(folder, path).split(sep).join("/"), bytes: found.size };
}

/** Throws an Error in Chinese words when a folder's disk has too little room. */
export async function requireRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < bytes)
    throw new Error(`磁盘空间不足：约需 ${sizeText(bytes)}，${folder} 只剩 ${sizeText(bavail * bsize)}`);
}

/** Bytes as people read them. */
export function sizeText(bytes: number): string {
  const units = ["B", "KB", "MB", "GB", "TB"];
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  return `${(bytes / 1024 ** power).toFixed(power ? 1 : 0)} ${units[power]}`;
}
