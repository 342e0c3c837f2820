import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { ensureDemoPassword, ensureSecret, readConfig } from "~/server/config";
import { testFolder } from "~/test/support/test-folder";

const key = "k".repeat(32);
const bucket = {
  S3_ENDPOINT: "https://files.test/",
  S3_REGION: "cn-north-1",
  S3_BUCKET: "xinfang",
  S3_ACCESS_KEY_ID: "id",
  S3_SECRET_ACCESS_KEY: "word",
};

describe("the configuration", () => {
  test("has defaults for everything", () => {
    expect(readConfig({})).toEqual({
      port: 3000,
      host: "127.0.0.1",
      dataDir: resolve("./data"),
      backupDir: resolve("./data/backups"),
      databaseUrl: undefined,
      demo: "auto",
      demoPassword: undefined,
      adminEmail: undefined,
      adminPassword: undefined,
      secretKey: undefined,
      trustsProxy: false,
      allowsPrivateSso: false,
      bucket: undefined,
      metricsPort: undefined,
      metricsToken: undefined,
      pooler: undefined,
      traces: false,
      timeFactor: 1,
      logLevel: "info",
    });
  });

  test("takes an empty value for absent", () => {
    expect(readConfig({ PORT: "", DATABASE_URL: "", DEMO: " ", SECRET_KEY: "" })).toEqual(readConfig({}));
  });

  test("reads what is set", () => {
    const config = readConfig({ PORT: "0", DEMO: "0", DATABASE_URL: "postgres://127.0.0.1/x", SECRET_KEY: key });
    expect(config).toMatchObject({ port: 0, demo: false, databaseUrl: "postgres://127.0.0.1/x", secretKey: key });
    expect(readConfig({ DEMO: "1" }).demo).toBe(true);
  });

  test("backs up beside the embedded database, and PostgreSQL only into a named folder", () => {
    const postgres = { DATABASE_URL: "postgres://127.0.0.1/x", SECRET_KEY: key };
    expect(readConfig({ DATA_DIR: "/srv/data" }).backupDir).toBe("/srv/data/backups");
    expect(readConfig(postgres).backupDir).toBeUndefined();
    expect(readConfig({ ...postgres, BACKUP_DIR: "/srv/backups" }).backupDir).toBe("/srv/backups");
  });

  test("knows a bucket, and none without one", () => {
    expect(readConfig({}).bucket).toBeUndefined();
    expect(readConfig({ ...bucket, S3_PUBLIC_URL: "https://cdn.test/files/" }).bucket).toEqual({
      endpoint: "https://files.test",
      region: "cn-north-1",
      name: "xinfang",
      keyId: "id",
      secretKey: "word",
      isPathStyle: false,
      publicUrl: "https://cdn.test/files",
    });
    expect(readConfig({ ...bucket, S3_FORCE_PATH_STYLE: "1" }).bucket?.isPathStyle).toBe(true);
  });

  test.each([
    [{ PORT: "70000" }, "PORT"],
    [{ PORT: "abc" }, "PORT"],
    [{ DEMO: "yes" }, "DEMO 只能是 1、0 或留空"],
    [{ TIME_FACTOR: "0" }, "TIME_FACTOR 必须是 1 到 20 的数"],
    [{ LOG_LEVEL: "loud" }, "LOG_LEVEL"],
    [{ DATABASE_URL: "mysql://x", SECRET_KEY: key }, "DATABASE_URL 必须以"],
    [{ SECRET_KEY: "short" }, "SECRET_KEY 至少 32 个字节"],
    [{ ADMIN_EMAIL: "nobody" }, "ADMIN_EMAIL"],
    [{ ADMIN_PASSWORD: "long enough" }, "必须同时设置 ADMIN_EMAIL"],
    [{ DATABASE_DIRECT_URL: "postgres://db/xinfang" }, "DATABASE_LISTS_URL 和 DATABASE_DIRECT_URL"],
    [{ DATABASE_REPLICA_URL: "postgres://copy/xinfang" }, "设置 DATABASE_REPLICA_URL 时必须同时设置 DATABASE_URL"],
    [{ S3_ENDPOINT: "files.test" }, "S3_ENDPOINT 必须是"],
    [{ ...bucket, S3_PUBLIC_URL: "https://me:word@cdn.test" }, "S3_PUBLIC_URL 必须是"],
    [{ ...bucket, S3_BUCKET: "No Bucket" }, "S3_BUCKET 不是有效的存储桶名"],
    [{ ...bucket, S3_FORCE_PATH_STYLE: "yes" }, "S3_FORCE_PATH_STYLE 只能是 1、0 或留空"],
    [
      { ...bucket, S3_REGION: "", S3_SECRET_ACCESS_KEY: undefined },
      "使用存储桶时还须设置 S3_REGION、S3_SECRET_ACCESS_KEY",
    ],
    [{ S3_PUBLIC_URL: "https://cdn.test" }, "使用存储桶时还须设置 S3_ENDPOINT、"],
    [{ DATABASE_URL: "postgres://127.0.0.1/x" }, "使用 DATABASE_URL 时必须设置 SECRET_KEY"],
  ])("refuses %o in Chinese", (env, message) => {
    expect(() => readConfig(env)).toThrow(message);
  });

  test("names every bad value at once", () => {
    expect(() => readConfig({ PORT: "x", DEMO: "y" })).toThrow(/PORT[\s\S]*DEMO/);
  });
});

describe("the data folder", () => {
  const dir = testFolder();

  test.each(["", "\n", "cut off"])("refuses a broken secret (%j), and leaves it as it is", (broken) => {
    const path = join(dir, "secret-key");
    writeFileSync(path, broken);
    expect(() => ensureSecret({ secretKey: undefined, dataDir: dir })).toThrow(/secret-key 为空或不完整。请从备份取回/);
    expect(readFileSync(path, "utf8")).toBe(broken);
    rmSync(path);
  });

  test("keeps a generated secret that only its owner reads", () => {
    const secret = ensureSecret({ secretKey: undefined, dataDir: dir });
    expect(Buffer.byteLength(secret)).toBeGreaterThanOrEqual(32);
    expect(statSync(join(dir, "secret-key")).mode & 0o777).toBe(0o600);
    expect(ensureSecret({ secretKey: undefined, dataDir: dir })).toBe(secret);
  });

  test("keeps a generated demo password, and tightens a file that others could read", () => {
    writeFileSync(join(dir, "demo-password"), "chosen by hand\n", { mode: 0o644 });
    expect(ensureDemoPassword({ demoPassword: undefined, dataDir: dir })).toBe("chosen by hand");
    expect(statSync(join(dir, "demo-password")).mode & 0o777).toBe(0o600);
  });

  test("is left alone when the environment says it", () => {
    expect(ensureSecret({ secretKey: key, dataDir: dir })).toBe(key);
    expect(ensureDemoPassword({ demoPassword: "from outside", dataDir: dir })).toBe("from outside");
    expect(readFileSync(join(dir, "demo-password"), "utf8")).toBe("chosen by hand\n");
  });
});
