import { spawnSync } from "node:child_process";
import { readdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type FolderLock, lockFolder } from "~/server/database/folder-lock";
import { testFolder } from "~/test/support/test-folder";

const root = testFolder();

const locksIn = (dir: string) => readdirSync(dir).filter((name) => name.startsWith("lock."));

test("has one holder, whose number the refused are told, until it is released", async () => {
  const dir = join(root, "held");
  const lock = await lockFolder(dir);
  await expect(lockFolder(dir)).rejects.toThrow(`数据目录 ${dir} 正被另一个进程使用（进程号 ${process.pid}）`);
  await lock.release();
  expect(locksIn(dir)).toEqual([]);
  await (await lockFolder(dir)).release();
});

test("goes to exactly one of many who come at once", async () => {
  for (let round = 1; round <= 5; round++) {
    const dir = join(root, `round-${round}`);
    const answers = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(dir)));
    const held = answers.filter((one): one is PromiseFulfilledResult<FolderLock> => one.status === "fulfilled");
    expect(held).toHaveLength(1);
    expect(locksIn(dir)).toHaveLength(1);
    await held[0]?.value.release();
  }
});

test("is not kept by the socket file of a process that has died, which goes away once it is old", async () => {
  const dir = join(root, "dead");
  const lock = await lockFolder(dir);
  await lock.release();
  const dead = deadSocket(dir, "lock.dead");
  const fresh = await lockFolder(dir);
  expect(locksIn(dir)).toHaveLength(2);
  await fresh.release();
  const long = new Date(Date.now() - 60_000);
  utimesSync(dead, long, long);
  const later = await lockFolder(dir);
  expect(locksIn(dir)).toHaveLength(1);
  await later.release();
});

test("works where the path is longer than a socket's may be", async () => {
  const dir = join(root, "a".repeat(100), "b".repeat(100));
  const lock = await lockFolder(dir);
  await expect(lockFolder(dir)).rejects.toThrow("正被另一个进程使用");
  await lock.release();
});

/** What is left of a process that listened and was killed. */
function deadSocket(dir: string, name: string): string {
  const path = join(dir, name);
  spawnSync(process.execPath, [
    "-e",
    `require("node:net").createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, "SIGKILL"))`,
  ]);
  return path;
}
