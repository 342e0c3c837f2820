import { existsSync } from "node:fs";
import { join } from "node:path";
import { progressOn } from "../backup/progress";
import { type Config, readConfig } from "../config";
import { migrate } from "../database/migrate";
import { openDatabase } from "../database/open";
import { messageOf } from "../lib/log";
import { lastSeal, sealLines } from "../resources/system/record/chain";
import { type Broken, checkChain, faults } from "../resources/system/record/chain-check";

const usage = "用法：npm run verify-log [-- 以前记下的链值]";

/** `npm run verify-log [-- CHAIN]`: proves the operation log. Ends with 1 where a row does not fit, and names the first. */
async function main() {
  const [noted, ...others] = process.argv.slice(2);
  if (others.length || (noted && !/^[0-9a-f]{64}$/.test(noted))) throw new Error(usage);
  const { db, close } = await open(readConfig(process.env));
  const progress = progressOn(process.stdout);
  const now = new Date();
  try {
    await migrate(db);
    const onProgress = (done: number) => process.stdout.isTTY && progress.show("操作日志", done, done);
    const { broken, ...report } = await checkChain(db, { now, onProgress, ...(noted ? { noted } : {}) });
    progress.end();
    if (broken) {
      process.stdout.write(`操作日志校验未通过：${wordsFor(broken)}\n`);
      return 1;
    }
    const added = await sealLines(db, { now, isThorough: true });
    const head = await lastSeal(db);
    const expired = report.expired ? `，${report.expired} 条已到期清理` : "";
    const forgotten = report.forgotten ? `，其中 ${report.forgotten} 条已随彻底删除清除个人信息` : "";
    process.stdout.write(
      `操作日志完好：${report.days} 天 ${report.lines} 条${forgotten}${expired}；本次补加封条 ${added} 条。\n${
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

function wordsFor({ fault, day, place, logId }: Broken): string {
  const where = [day && `${day} 第 ${place} 条`, logId && `日志编号 ${logId}`].filter(Boolean).join("，");
  return where ? `${faults[fault]}（${where}）` : faults[fault];
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`操作日志校验失败：${messageOf(error)}\n`);
    process.exit(2);
  },
);
