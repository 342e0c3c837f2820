import { eq } from "drizzle-orm";
import { uploadScenes } from "~/contract/shared/upload";
import type { Config } from "~/server/config";
import type { Database } from "~/server/database/database";
import { media } from "~/server/database/tables/system/system";
import { placeOfBucket } from "~/server/lib/bucket-config";
import { createLog } from "~/server/lib/log";
import { filesIn } from "./files";
import type { Manifest } from "./format";

type Bucket = Config["bucket"];

/** Throws an Error in Chinese words when the files of a backup are in a bucket that is not the one configured. */
export function requireSameBucket(bucket: Bucket, manifest: Manifest): void {
  if (!manifest.bucket || (bucket && placeOfBucket(bucket) === manifest.bucket)) return;
  const present = bucket ? `现在配置的是 ${placeOfBucket(bucket)}` : "现在没有配置存储桶";
  throw new Error(
    `备份时的上传文件在存储桶 ${manifest.bucket} 里，不在备份中；${present}。\n请按当时的存储桶设置 S3_ENDPOINT、S3_BUCKET 等再恢复；文件已搬到别处或不再需要时加上 --other-bucket`,
  );
}

/** How many files the database names that are neither in the bucket nor in a folder. */
export async function countMissing(db: Database, bucket: NonNullable<Bucket>, folder: string): Promise<number> {
  const rows = await db
    .select({ key: media.key, thumb_key: media.thumb_key })
    .from(media)
    .where(eq(media.status, "ready"));
  const missing = new Set(rows.flatMap(({ key, thumb_key }) => (thumb_key ? [key, thumb_key] : [key])));
  for (const { key } of await filesIn(folder)) missing.delete(key);
  const { s3Bucket } = await import("~/server/lib/s3-bucket");
  const kept = s3Bucket(bucket, createLog("silent"));
  for (const scene of Object.keys(uploadScenes)) for await (const key of kept.keys(`${scene}/`)) missing.delete(key);
  return missing.size;
}
