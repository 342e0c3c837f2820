import { freeBytes } from "./disk-guard";
import { lacksRoom } from "./lacks-room";
import { type DatabasePlace, restoreCommand } from "./newest-backup";

/** SQLSTATEs of files that are missing, unreadable or not what PostgreSQL wrote, and of a PostgreSQL that gave up. */
const damaged = /^(XX|58)/;

/** Free bytes that no start gets along with. */
const scarce = 1024 * 1024;

/** An error that keeps an embedded database from starting, said in one line with the way out; any other error stays itself. */
export function startFailure(error: unknown, place: DatabasePlace): unknown {
  // A first start that finds no room ends without words.
  if (lacksRoom(error) || freeBytes(place.dataDir) < scarce)
    return new Error(
      `磁盘空间不足，而这次启动必须写入数据（首次启动、升级或修复）：请先腾出空间再启动（${place.dataDir}）`,
    );
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (!(cause instanceof Error && "code" in cause && damaged.test(String(cause.code)))) return error;
  const reason = cause.message.replace(/\s+/g, " ");
  return new Error(
    `内嵌数据库打不开，数据文件可能已损坏（${reason}）；可恢复最近的备份，原文件夹会改名保留${restoreCommand(place)}`,
  );
}
