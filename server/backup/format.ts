import { createHmac } from "node:crypto";
import { z } from "zod";
import { isoInstant } from "~/server/database/tables/columns";
import { derivedKey } from "~/server/lib/seal";

/** Raised when a backup of today's program could no longer be read by yesterday's. */
export const formatVersion = 1;

/**
 * The first entry of a backup: a gzipped tar of manifest.json, then `data/{table}/{number}.ndjson` (one JSON object per row, json and
 * array columns as PostgreSQL writes them in text), `secret-key` where the key was generated, `files/{key}` as on the disk, and last
 * checksums.json: the SHA-256 of every entry before it.
 */
export const Manifest = z.object({
  product: z.literal("xinfang-desk"),
  format: z.number().int(),
  /** Version of the program that wrote it. */
  version: z.string(),
  created_at: z.string(),
  database: z.object({
    kind: z.enum(["pglite", "postgres"]),
    version: z.string(),
    /** Of an embedded database: the same as long as nothing has been written. */
    position: z.string().optional(),
  }),
  /** Those applied, oldest first. */
  migrations: z.array(z.object({ hash: z.string(), when: z.number() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number().int() })),
  /** Those that have given a number, with the last one. */
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
  files: z.object({ count: z.number().int(), bytes: z.number() }),
  /** Where uploads are that are not in the backup. */
  bucket: z.string().optional(),
  /** Tells whether a key is the one that sealed the files, without telling it. */
  secret_fingerprint: z.string(),
  has_secret: z.boolean(),
});
export type Manifest = z.output<typeof Manifest>;

/** Names of the entries. */
export const entry = {
  manifest: "manifest.json",
  checksums: "checksums.json",
  secret: "secret-key",
  part: (table: string, number: number) => `data/${table}/${String(number).padStart(6, "0")}.ndjson`,
  file: (key: string) => `files/${key}`,
  /** The table that a part belongs to. */
  tableOf: (name: string) => /^data\/([^/]+)\/\d+\.ndjson$/.exec(name)?.[1],
  /** The key of a stored file; undefined for any name that would lead out of the folder. */
  keyOf: (name: string) => {
    const key = /^files\/([^\\\0]+)$/.exec(name)?.[1];
    return key?.split("/").every((part) => part && part !== "." && part !== "..") ? key : undefined;
  },
};

/** A name for a backup of that moment, in Beijing time; those made by hand are told apart, since rotation leaves them alone. */
export function backupName(now: Date, isByHand = false): string {
  return `backup-${stampOf(now)}${isByHand ? "-manual" : ""}.tar.gz`;
}

/** A moment in the form used in names of files: `20261120-193000`. */
export function stampOf(now: Date): string {
  return isoInstant(now).slice(0, 19).replace(/[-:]/g, "").replace("T", "-");
}

/** An HMAC that only the same key gives. */
export function fingerprintOf(secret: string): string {
  return createHmac("sha256", derivedKey(secret, "backup-fingerprint")).update("xinfang-desk").digest("hex");
}
