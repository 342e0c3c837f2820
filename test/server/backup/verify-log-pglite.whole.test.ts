import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { createBackup } from "~/server/backup/create";
import { restoreBackup } from "~/server/backup/restore";
import type { Database } from "~/server/database/database";
import { openDatabase } from "~/server/database/open";
import { operationLog } from "~/server/database/tables/system/system";
import { keepHead, presentHead } from "~/server/lib/log-heads";
import { sealLines } from "~/server/resources/system/record/chain";
import { runProgram } from "~/test/support/run-program";
import { preparedFolder } from "~/test/support/server-process";

const folder = mkdtempSync(join(tmpdir(), "xinfang-verify-"));
const made = [folder];
afterAll(() => {
  for (const one of made) rmSync(one, { recursive: true, force: true });
});

const secretKey = "a secret of thirty-two bytes or more, for tests";
const backupDir = join(folder, "backups");
const backup = join(backupDir, "backup-20261120-043000.tar.gz");
/** Hours after a moment three days ago: what was kept lies before the restore that the command notes now. */
const begin = Date.now() - 72 * 3_600_000;
const hour = (count: number) => new Date(begin + count * 3_600_000);

test("verify-log compares with what is kept: it explains a restore, and names what was cut off", async () => {
  const dataDir = await preparedFolder();
  made.push(dataDir);
  mkdirSync(backupDir);
  const place = { dataDir, databaseUrl: undefined, secretKey };
  const inDatabase = async (work: (db: Database) => Promise<unknown>) => {
    const { db, close } = await openDatabase(place);
    await work(db).finally(close);
  };
  /** Lines, their seals, and the head that the morning's job keeps. */
  async function write(db: Database, count: number, now: Date) {
    const line = { user_name: "王销售", module: "customer", action: "update", summary: "编辑" };
    const lines = Array.from({ length: count }, () => ({ ...line, created_at: now.toISOString() }));
    await db.insert(operationLog).values(lines);
    await sealLines(db, { now });
    const head = await presentHead(db);
    if (head) for (const one of [dataDir, backupDir]) await keepHead(one, head, now);
  }
  async function verify(...args: string[]) {
    const env = { DATA_DIR: dataDir, BACKUP_DIR: backupDir, SECRET_KEY: secretKey };
    const { ended, output } = await runProgram("verify-log", args, env);
    return { code: await ended, said: output() };
  }

  await inDatabase(async (db) => {
    await write(db, 3, hour(0));
    await createBackup({ db, kind: "pglite", config: place, secret: secretKey }, backup, { now: hour(1) });
    await write(db, 4, hour(24));
  });
  expect(await verify()).toMatchObject({ code: 0, said: expect.stringContaining("已与 2 个保存的链值核对") });

  await restoreBackup(place, backup, { now: hour(30) });
  expect(await verify()).toMatchObject({
    code: 0,
    said: expect.stringMatching(
      /说明：\S+ 恢复了备份 backup-20261120-043000\.tar\.gz，日志从\S+ 第 3 条（日志编号 \d+）继续，其后至\S+ 第 4 条（日志编号 \d+）的日志随恢复失去，1 个/,
    ),
  });

  await inDatabase(async (db) => {
    await write(db, 5, hour(48));
    const cut = sql`day = (select max(day) from operation_seal) and place > 2`;
    await db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(sql`delete from operation_log where id in (select log_id from operation_seal where ${cut})`);
      await tx.execute(sql`delete from operation_seal where ${cut}`);
    });
  });
  expect(await verify()).toMatchObject({
    code: 1,
    said: expect.stringMatching(
      /校验未通过：日志末尾被截去，缺少\S+ 第 2 条（日志编号 \d+）之后至\S+ 第 5 条（日志编号 \d+）的日志，其间现存 0 条。\n依据：\S+ 存入 \S+\.jsonl/,
    ),
  });

  // Restored by other means, and said so.
  expect(await verify("--restored")).toMatchObject({ code: 0, said: expect.stringContaining("手工记下") });
});
