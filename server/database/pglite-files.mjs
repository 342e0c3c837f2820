// PGlite's files with real commits. As shipped it never reaches the disk: PostgreSQL asks for it, but Emscripten's folder has no handler for that,
// and PGlite starts with fsync off. Plain JavaScript, as the worker that uses it is.
import { fdatasyncSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";
import { syncPath } from "./sync-path.mjs";

/** Start parameters with which PostgreSQL asks for its files to be synced: fdatasync, its own choice, is a no-op in Emscripten. */
export const durableStart = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== "-F"),
  "-c",
  "wal_sync_method=fsync",
];

/** A folder on the disk in which a sync is one. */
export class SyncedFiles extends NodeFS {
  /** How often PostgreSQL has asked for a sync and got it. */
  syncs = 0;
  #onStop;

  /**
   * @param {string} folder
   * @param {() => void} [onStop] called within PostgreSQL's last breath (PANIC, FATAL, a normal end)
   */
  constructor(folder, onStop) {
    super(folder);
    this.#onStop = onStop;
  }

  /**
   * @override
   * @param {Parameters<NodeFS["init"]>} args
   */
  async init(...args) {
    const result = await super.init(...args);
    Object.assign(result.emscriptenOpts, { onAbort: this.#onStop, onExit: this.#onStop });
    // Before the database starts, so that its recovery is synced as well.
    result.emscriptenOpts.preRun?.push((mod) => {
      // Emscripten's types lack its folder's operations.
      const { stream_ops, realPath } = /** @type {any} */ (mod.NODEFS);
      /** @param {{ nfd?: number, node: unknown }} stream */
      stream_ops.fsync = (stream) => {
        if (stream.nfd === undefined) syncPath(realPath(stream.node));
        else fdatasyncSync(stream.nfd);
        this.syncs += 1;
        return 0;
      };
    });
    return result;
  }
}

/**
 * Makes one small commit, which leaves no row, and throws when it was not synced: another PGlite may have another way to its files.
 * @param {Pick<PGlite, "query">} database
 * @param {Pick<SyncedFiles, "syncs">} files
 */
export async function requireSyncs(database, files) {
  const before = files.syncs;
  await database.query("select pg_logical_emit_message(true, 'xinfang', 'start')");
  if (files.syncs > before) return;
  throw new Error(
    "内嵌数据库的写入没有落到磁盘，断电会丢失数据，因此不启动：请恢复 package-lock.json 中的 @electric-sql/pglite 版本并重新安装，或用 DATABASE_URL 改用 PostgreSQL",
  );
}
