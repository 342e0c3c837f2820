import { existsSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { createBackup } from "../backup/create";
import { sizeText } from "../backup/files";
import { backupName } from "../backup/format";
import { progressOn } from "../backup/progress";
import { type Config, ensureSecret, readConfig } from "../config";
import { openDatabase } from "../database/open";
import { messageOf } from "../lib/log";

/** `npm run backup [-- FILE|FOLDER]`: writes a backup of database and files. */
async function main() {
  const config = readConfig(process.env);
  const now = new Date();
  const target = targetOf(config, process.argv[2], now);
  const database = await open(config);
  const progress = progressOn(process.stdout);
  const stopping = new AbortController();
  process.once("SIGINT", () => stopping.abort(new Error("已中止")));
  try {
    const source = { db: database.db, kind: database.kind, config, secret: ensureSecret(config) };
    const { file, bytes, manifest } = await createBackup(source, target, {
      now,
      signal: stopping.signal,
      onProgress: progress.show,
    });
    progress.end();
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    process.stdout.write(
      `已备份到 ${file}（${sizeText(bytes)}）：${manifest.tables.length} 张表 ${rows} 行，${manifest.files.count} 个文件。\n其中有个人信息${manifest.has_secret ? "和密钥" : ""}，请妥善保管。\n${manifest.bucket ? `上传的文件在存储桶 ${manifest.bucket} 里，不在备份中，请另行备份。\n` : ""}`,
    );
  } finally {
    progress.end();
    await database.close();
  }
}

async function open(config: Config) {
  if (!config.databaseUrl && !existsSync(join(config.dataDir, "database")))
    throw new Error(`${config.dataDir} 里没有数据库，请检查 DATA_DIR`);
  try {
    return await openDatabase(config);
  } catch (error) {
    const hint = config.databaseUrl
      ? ""
      : `\n运行中的服务器每天 04:30 自动备份到 ${config.backupDir}，停止时也会备份。`;
    throw new Error(`${messageOf(error)}${hint}`);
  }
}

/** A file of that name, or one named after the moment in that folder; by default in the folder of backups. */
function targetOf({ backupDir, dataDir }: Config, given: string | undefined, now: Date): string {
  // npm runs its commands in the repository's folder and gives the person's folder separately.
  const path = resolve(process.env.INIT_CWD ?? "", given ?? backupDir ?? join(dataDir, "backups"));
  const isFolder = !given || given.endsWith("/") || (existsSync(path) && statSync(path).isDirectory());
  const target = isFolder ? join(path, backupName(now, true)) : path;
  if (existsSync(target)) throw new Error(`${target} 已存在，请换一个名字`);
  return target;
}

main().catch((error: unknown) => {
  process.stderr.write(`备份失败：${messageOf(error)}\n`);
  process.exit(1);
});
