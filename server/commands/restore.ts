import { resolve } from "node:path";
import { progressOn } from "../backup/progress";
import { restoreBackup } from "../backup/restore";
import { readConfig } from "../config";
import { messageOf } from "../lib/log";

const otherKey = "--other-key";
const otherBucket = "--other-bucket";
const usage = `用法：npm run restore -- 备份文件 [${otherKey}] [${otherBucket}]`;

/** `npm run restore -- FILE [--other-key] [--other-bucket]`: puts a backup in the place of database and files. */
async function main() {
  const options = process.argv.slice(2);
  const [file, ...others] = options.filter((option) => option !== otherKey && option !== otherBucket);
  if (!file || others.length) throw new Error(usage);
  const config = readConfig(process.env);
  const progress = progressOn(process.stdout);
  process.stdout.write("正在校验并恢复……\n");
  const { manifest, former, missing } = await restoreBackup(config, resolve(process.env.INIT_CWD ?? "", file), {
    now: new Date(),
    withOtherKey: options.includes(otherKey),
    withOtherBucket: options.includes(otherBucket),
    onProgress: progress.show,
  }).finally(progress.end);
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  process.stdout.write(
    `已恢复 ${manifest.created_at} 的备份：${manifest.tables.length} 张表 ${rows} 行，${manifest.files.count} 个文件。\n${former ? `原来的数据在 ${former}，确认无误后可以删除。\n` : ""}`,
  );
  if (config.bucket) process.stdout.write(bucketNote(missing));
}

function bucketNote(missing: number | undefined): string {
  if (missing === undefined) return "存储桶没有响应，未能核对其中的文件。\n";
  if (missing === 0) return "已核对：所有文件都在。\n";
  return `注意：有 ${missing} 个文件在存储桶里找不到（备份之后被删除，或不是当时的存储桶），可从存储桶的历史版本中取回。\n`;
}

main().catch((error: unknown) => {
  process.stderr.write(`恢复失败，原有数据没有改动：${messageOf(error)}\n`);
  process.exit(1);
});
