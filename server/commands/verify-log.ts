import { existsSync } from "node:fs";
import { join } from "node:path";
import { progressOn } from "../backup/progress";
import { type Config, readConfig } from "../config";
import { migrate } from "../database/migrate";
import { openDatabase } from "../database/open";
import { isoInstant } from "../database/tables/columns";
import { messageOf } from "../lib/log";
import { noteRestore, presentHead, readHeads } from "../lib/log-heads";
import { lastSeal, sealLines } from "../resources/system/record/chain";
import { checkChain, faultText } from "../resources/system/record/chain-check";
import { compareHeads, type HeadReport, lostText, placeText } from "../resources/system/record/saved-heads";

const restored = "--restored";
const usage = `用法：npm run verify-log [-- 以前记下的链值 | ${restored}]`;

/**
 * `npm run verify-log [-- CHAIN | --restored]`: proves the operation log, also by the heads that are kept outside the database. Ends with 1 where a
 * row does not fit, and names the first. `--restored` notes that the database was restored by other means than `npm run restore`.
 */
async function main() {
  const [given, ...others] = process.argv.slice(2);
  if (others.length || (given && given !== restored && !/^[0-9a-f]{64}$/.test(given))) throw new Error(usage);
  const noted = given === restored ? undefined : given;
  const config = readConfig(process.env);
  const { db, close } = await open(config);
  const progress = progressOn(process.stdout);
  const now = new Date();
  try {
    await migrate(db);
    if (given === restored) {
      const head = (await presentHead(db)) ?? null;
      await noteRestore(config.dataDir, { restored_at: isoInstant(now), backup: null, head });
    }
    const kept = await readHeads([config.dataDir, ...(config.backupDir ? [config.backupDir] : [])]);
    const onProgress = (done: number) => process.stdout.isTTY && progress.show("操作日志", done, done);
    const { broken, ...report } = await checkChain(db, { now, onProgress, ...(noted ? { noted } : {}) });
    progress.end();
    if (broken) {
      process.stdout.write(`操作日志校验未通过：${faultText(broken)}\n`);
      return 1;
    }
    const { found, explained, lost } = await compareHeads(db, kept, now);
    for (const one of explained) process.stdout.write(explanation(one));
    if (kept.unreadable) process.stdout.write(`注意：保存的链值中有 ${kept.unreadable} 行无法读取。\n`);
    if (lost) {
      process.stdout.write(`操作日志校验未通过：${lostText(lost)}\n`);
      return 1;
    }
    const added = await sealLines(db, { now, isThorough: true });
    const head = await lastSeal(db);
    const expired = report.expired ? `，${report.expired} 条已到期清理` : "";
    const forgotten = report.forgotten ? `，其中 ${report.forgotten} 条已随彻底删除清除个人信息` : "";
    process.stdout.write(
      `操作日志完好：${report.days} 天 ${report.lines} 条${forgotten}${expired}；本次补加封条 ${added} 条，已与 ${found} 个保存的链值核对。\n${
        head ? `链值 ${head.chain}（${head.day} 第 ${head.place} 条），请记在别处，以后可用来核对。\n` : ""
      }`,
    );
    return 0;
  } finally {
    progress.end();
    await close();
  }
}

async function open(config: Config) {
  if (!config.databaseUrl && !existsSync(join(config.dataDir, "database")))
    throw new Error(`${config.dataDir} 里没有数据库，请检查 DATA_DIR`);
  return openDatabase(config);
}

function explanation({ restore: { restored_at, backup, head }, heads }: HeadReport["explained"][number]): string {
  const how = backup ? `恢复了备份 ${backup}` : "恢复了数据库（手工记下）";
  const last = heads.at(-1);
  const lost = last ? `至${placeText(last)}` : "";
  return `说明：${restored_at} ${how}，日志从${head ? placeText(head) : "头"}继续，其后${lost}的日志随恢复失去，${heads.length} 个保存的链值因此不在链中。\n`;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`操作日志校验失败：${messageOf(error)}\n`);
    process.exit(2);
  },
);
