import { randomBytes } from "node:crypto";
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { randomPassword } from "~/server/lib/seal";
import type { BucketConfig } from "./lib/bucket-config";

const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

/** All of them or none. */
const bucketNames = ["S3_ENDPOINT", "S3_REGION", "S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const;

/** An http address without a query, and without the slash at its end. */
function address(name: string) {
  const message = `${name} 必须是 http:// 或 https:// 开头的地址`;
  return z
    .url({ protocol: /^https?$/, error: message })
    .refine((value) => !/[?#]|\/\/.*@/.test(value), message)
    .transform((value) => value.replace(/\/+$/, ""))
    .optional();
}

const postgresUrl = (name: string) =>
  z
    .string()
    .regex(/^postgres(ql)?:\/\//, `${name} 必须以 postgres:// 或 postgresql:// 开头`)
    .optional();

function port(name: string) {
  const message = `${name} 必须是 0 到 65535 的整数`;
  return z.coerce.number(message).int(message).min(0, message).max(65535, message);
}

const factorRule = "TIME_FACTOR 必须是 1 到 20 的数";

const Environment = z
  .object({
    PORT: port("PORT").default(3000),
    HOST: z.string().default("127.0.0.1"),
    DATA_DIR: z.string().default("./data"),
    BACKUP_DIR: z.string().optional(),
    DATABASE_URL: postgresUrl("DATABASE_URL"),
    DATABASE_LISTS_URL: postgresUrl("DATABASE_LISTS_URL"),
    DATABASE_DIRECT_URL: postgresUrl("DATABASE_DIRECT_URL"),
    DATABASE_REPLICA_URL: postgresUrl("DATABASE_REPLICA_URL"),
    DEMO: z.enum(["1", "0"], "DEMO 只能是 1、0 或留空").optional(),
    DEMO_PASSWORD: z.string().optional(),
    ADMIN_EMAIL: z.email("ADMIN_EMAIL 不是有效的邮箱地址").optional(),
    ADMIN_PASSWORD: z.string().optional(),
    SECRET_KEY: z
      .string()
      .refine((key) => Buffer.byteLength(key) >= 32, "SECRET_KEY 至少 32 个字节")
      .optional(),
    TRUST_PROXY: z.enum(["1", "0"], "TRUST_PROXY 只能是 1、0 或留空").optional(),
    SSO_ALLOW_PRIVATE: z.enum(["1", "0"], "SSO_ALLOW_PRIVATE 只能是 1、0 或留空").optional(),
    S3_ENDPOINT: address("S3_ENDPOINT"),
    S3_REGION: z.string().optional(),
    S3_BUCKET: z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "S3_BUCKET 不是有效的存储桶名")
      .optional(),
    S3_ACCESS_KEY_ID: z.string().optional(),
    S3_SECRET_ACCESS_KEY: z.string().optional(),
    S3_FORCE_PATH_STYLE: z.enum(["1", "0"], "S3_FORCE_PATH_STYLE 只能是 1、0 或留空").optional(),
    S3_PUBLIC_URL: address("S3_PUBLIC_URL"),
    METRICS_PORT: port("METRICS_PORT").optional(),
    METRICS_TOKEN: z
      .string()
      .refine((token) => Buffer.byteLength(token) >= 16, "METRICS_TOKEN 至少 16 个字节")
      .optional(),
    OTEL_EXPORTER_OTLP_ENDPOINT: address("OTEL_EXPORTER_OTLP_ENDPOINT"),
    TIME_FACTOR: z.coerce.number(factorRule).min(1, factorRule).max(20, factorRule).default(1),
    LOG_LEVEL: z.enum(logLevels, `LOG_LEVEL 只能是 ${logLevels.join("、")}`).default("info"),
  })
  .refine((env) => !env.DATABASE_URL || env.SECRET_KEY, "使用 DATABASE_URL 时必须设置 SECRET_KEY（至少 32 个字节）")
  .refine(
    (env) => !env.DATABASE_LISTS_URL === !env.DATABASE_DIRECT_URL && (!env.DATABASE_DIRECT_URL || env.DATABASE_URL),
    "经 PgBouncer 连接时须同时设置 DATABASE_URL、DATABASE_LISTS_URL 和 DATABASE_DIRECT_URL",
  )
  .refine(
    (env) => !env.DATABASE_REPLICA_URL || env.DATABASE_URL,
    "设置 DATABASE_REPLICA_URL 时必须同时设置 DATABASE_URL",
  )
  .refine((env) => !env.ADMIN_PASSWORD || env.ADMIN_EMAIL, "设置 ADMIN_PASSWORD 时必须同时设置 ADMIN_EMAIL")
  .superRefine((env, context) => {
    const isWanted = Object.entries(env).some(([name, value]) => name.startsWith("S3_") && value !== undefined);
    const missing = bucketNames.filter((name) => env[name] === undefined);
    if (isWanted && missing.length > 0)
      context.addIssue({ code: "custom", message: `使用存储桶时还须设置 ${missing.join("、")}` });
  });

export type Config = {
  port: number;
  host: string;
  /** Absolute. */
  dataDir: string;
  /** Where the server puts its own backups, absolute; absent: PostgreSQL, which has backups of its own. */
  backupDir: string | undefined;
  /** Absent: PGlite in `dataDir`. */
  databaseUrl: string | undefined;
  /** `databaseUrl` leads to PgBouncer in transaction mode; absent: to PostgreSQL itself. */
  pooler: { listsUrl: string; directUrl: string } | undefined;
  /** A streaming replica of it, for lists, dashboards and exports. */
  replicaUrl: string | undefined;
  /** `"auto"`: only into an empty embedded database. */
  demo: boolean | "auto";
  demoPassword: string | undefined;
  adminEmail: string | undefined;
  adminPassword: string | undefined;
  secretKey: string | undefined;
  /** X-Forwarded-For is written by a proxy of ours: the last address in it is the visitor's. */
  trustsProxy: boolean;
  /** The sign-in provider may be in the company's own network. */
  allowsPrivateSso: boolean;
  /** Where uploads are kept; absent: in `dataDir`. */
  bucket: BucketConfig | undefined;
  /** Where metrics of the server are read, on loopback alone; absent: no such port. */
  metricsPort: number | undefined;
  /** A caller with it may read them at the main port; absent: nobody. */
  metricsToken: string | undefined;
  /** Traces are collected somewhere: the library reads where and how from its own variables. */
  traces: boolean;
  /** Times all limits of waiting and of statements: more than 1 on a machine so busy that they judge it and not the work. */
  timeFactor: number;
  logLevel: (typeof logLevels)[number];
};

/** Reads the configuration from the environment, or throws an Error whose message is one Chinese line per bad value. */
export function readConfig(env: Record<string, string | undefined>): Config {
  // An empty line in .env means "not set".
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const result = Environment.safeParse(present);
  if (!result.success) {
    throw new Error(`配置有误：\n${result.error.issues.map((issue) => `  ${issue.message}`).join("\n")}`);
  }
  const values = result.data;
  const ownBackups = values.DATABASE_URL ? undefined : join(values.DATA_DIR, "backups");
  const backupDir = values.BACKUP_DIR ?? ownBackups;
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir: resolve(values.DATA_DIR),
    backupDir: backupDir && resolve(backupDir),
    databaseUrl: values.DATABASE_URL,
    pooler:
      values.DATABASE_LISTS_URL && values.DATABASE_DIRECT_URL
        ? { listsUrl: values.DATABASE_LISTS_URL, directUrl: values.DATABASE_DIRECT_URL }
        : undefined,
    replicaUrl: values.DATABASE_REPLICA_URL,
    demo: values.DEMO ? values.DEMO === "1" : "auto",
    demoPassword: values.DEMO_PASSWORD,
    adminEmail: values.ADMIN_EMAIL,
    adminPassword: values.ADMIN_PASSWORD,
    secretKey: values.SECRET_KEY,
    trustsProxy: values.TRUST_PROXY === "1",
    allowsPrivateSso: values.SSO_ALLOW_PRIVATE === "1",
    bucket: bucketOf(values),
    metricsPort: values.METRICS_PORT,
    metricsToken: values.METRICS_TOKEN,
    traces: values.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined,
    timeFactor: values.TIME_FACTOR,
    logLevel: values.LOG_LEVEL,
  };
}

function bucketOf(values: z.output<typeof Environment>): BucketConfig | undefined {
  const [endpoint, region, name, keyId, secretKey] = bucketNames.map((one) => values[one]);
  if (!endpoint || !region || !name || !keyId || !secretKey) return undefined;
  const isPathStyle = values.S3_FORCE_PATH_STYLE === "1";
  return { endpoint, region, name, keyId, secretKey, isPathStyle, publicUrl: values.S3_PUBLIC_URL };
}

/** The key that signs tokens: SECRET_KEY, else one generated once per data folder. Throws where that file is broken: another key would lose what it has sealed. */
export function ensureSecret(config: Pick<Config, "secretKey" | "dataDir">): string {
  if (config.secretKey) return config.secretKey;
  const secret = keptOnce(config.dataDir, "secret-key", () => randomBytes(48).toString("base64url"));
  if (Buffer.byteLength(secret) >= 32) return secret;
  const path = join(config.dataDir, "secret-key");
  throw new Error(
    `${path} 为空或不完整。请从备份取回（tar -xzOf 备份文件 secret-key > ${path}）；若没有备份，删除此文件后启动会生成新密钥，` +
      "所有人须重新登录，系统配置中的密钥须重新填写，已加密的附件无法打开。",
  );
}

/** The password of the demo accounts: DEMO_PASSWORD, else one generated once per data folder. */
export function ensureDemoPassword(config: Pick<Config, "demoPassword" | "dataDir">): string {
  return config.demoPassword ?? keptOnce(config.dataDir, "demo-password", randomPassword);
}

/** The content of a file readable only by its owner; of two processes that make it at once, both get the first one's. It survives a power cut. */
function keptOnce(dir: string, name: string, make: () => string): string {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const path = join(dir, name);
  const candidate = `${path}.${randomBytes(6).toString("hex")}`;
  try {
    // A start that has its files writes none: the disk may be full.
    if (!existsSync(path)) {
      writeFileSync(candidate, `${make()}\n`, { mode: 0o600, flush: true });
      linkSync(candidate, path);
    }
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    rmSync(candidate, { force: true });
    syncFolder(dir);
  }
  chmodSync(path, 0o600);
  return readFileSync(path, "utf8").trim();
}

/** A new name in a folder is on the disk once the folder is. */
function syncFolder(dir: string): void {
  const handle = openSync(dir, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
