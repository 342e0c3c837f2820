import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readManifest } from "~/server/backup/archive";
import { countMissing, requireSameBucket } from "~/server/backup/bucket";
import { createBackup } from "~/server/backup/create";
import { restoreBackup } from "~/server/backup/restore";
import { testApi } from "~/test/support/api";
import { resetDatabase, testDatabase } from "~/test/support/database";
import { makeMedia, makeUser } from "~/test/support/factories";
import { s3Server } from "~/test/support/s3";

const { db } = testDatabase();
const { services } = testApi(db);
const dataDir = mkdtempSync(join(tmpdir(), "xinfang-s3-backup-"));
const file = join(dataDir, "backup.tar.gz");
let server: Awaited<ReturnType<typeof s3Server>>;

beforeAll(async () => {
  await resetDatabase(db);
  server = await s3Server();
  const { id: uploader } = await makeUser(db);
  await makeMedia(db, { uploader, key: "album/one", thumb_key: "album/small", scene: "album" });
  await makeMedia(db, { uploader, key: "tracking/two" });
  await makeMedia(db, { uploader, key: "tracking/half", status: "uploading" });
  const config = { dataDir, secretKey: "key", bucket: server.config };
  await createBackup({ db, kind: "postgres", config, secret: services.secret }, file, { now: new Date() });
});
afterAll(async () => {
  rmSync(dataDir, { recursive: true, force: true });
  await server.close();
});

test("a backup says in which bucket the files lie that are not in it", async () => {
  const manifest = await readManifest(file);
  expect(manifest).toMatchObject({ files: { count: 0 }, bucket: `${new URL(server.config.endpoint).host}/files` });
});

test("it is not restored without that bucket, and nothing is touched", async () => {
  const target = { dataDir: join(dataDir, "target"), databaseUrl: undefined, secretKey: services.secret };
  const restore = (bucket?: typeof server.config) => restoreBackup({ ...target, bucket }, file, { now: new Date() });
  await expect(restore()).rejects.toThrow(/不在备份中；现在没有配置存储桶[\s\S]*--other-bucket/);
  await expect(restore({ ...server.config, name: "other" })).rejects.toThrow(/现在配置的是 .*\/other/);
  expect(existsSync(target.dataDir)).toBe(false);
  const manifest = await readManifest(file);
  expect(() => requireSameBucket(server.config, manifest)).not.toThrow();
  const { bucket: _, ...local } = manifest;
  expect(() => requireSameBucket(undefined, local)).not.toThrow();
});

test("what the bucket has not, and the folder neither, is counted", async () => {
  const folder = join(dataDir, "files");
  expect(await countMissing(db, server.config, folder)).toBe(3);
  const object = { bytes: Buffer.from("x"), mime: "image/png", etag: '"x"', at: new Date() };
  for (const key of ["album/one", "album/small", "album/other"]) server.objects.set(key, object);
  expect(await countMissing(db, server.config, folder)).toBe(1);
  mkdirSync(join(folder, "tracking"), { recursive: true });
  writeFileSync(join(folder, "tracking/two"), "x");
  expect(await countMissing(db, server.config, folder)).toBe(0);
});
