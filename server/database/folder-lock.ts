import { randomUUID } from "node:crypto";
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, rmSync, statSync } from "node:fs";
import { createConnection, createServer, type Server } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/** A lock held on a data folder. */
export interface FolderLock {
  release(): Promise<void>;
}

const prefix = "lock.";
/** A socket file without a listener is left alone this long: its process may be about to listen. */
const deadAfter = 10_000;
/** A process that is stopped or very busy answers late. */
const answerLimit = 5_000;

type Answer = { is: "holder"; pid: string } | { is: "candidate" } | { is: "dead" };
const unknownHolder: Answer = { is: "holder", pid: "未知" };

/**
 * Locks a data folder (DATA_DIR) for its embedded database, as server, `npm run admin`, `backup` and `restore` do; throws an Error that names the
 * holder when another process has it. The kernel ends the lock with the process, whatever ends that (docs/decisions/1110).
 */
export async function lockFolder(dir: string): Promise<FolderLock> {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  for (;;) {
    const own = await Candidate.enter(dir);
    try {
      const others = await askOthers(dir, own.name);
      const holder = others.find((answer) => answer.is === "holder");
      if (holder?.is === "holder") throw new Error(inUse(dir, holder.pid));
      if (!others.some((answer) => answer.is === "candidate") && own.isPresent()) return own.hold();
    } catch (error) {
      await own.release();
      throw error;
    }
    // Two came at once: both step back, and one of them is sooner again.
    await own.release();
    await wait(20 + Math.random() * 200);
  }
}

const inUse = (dir: string, pid: string) =>
  `数据目录 ${dir} 正被另一个进程使用（进程号 ${pid}）：请先停止它，再执行本操作`;

/** One process's socket file in the folder: first it wants the lock, then it has it. */
class Candidate implements FolderLock {
  #says = "candidate";

  private constructor(
    readonly dir: string,
    readonly name: string,
    readonly server: Server,
  ) {
    server.on("connection", (socket) => {
      socket.on("error", () => undefined);
      socket.end(this.#says);
    });
    server.unref();
  }

  static async enter(dir: string): Promise<Candidate> {
    const name = `${prefix}${randomUUID()}`;
    const server = createServer();
    await throughShortPath(
      dir,
      (place) =>
        new Promise<void>((resolve, reject) => {
          server.once("error", (error) => reject(cannotLock(dir, error)));
          server.listen(join(place, name), resolve);
        }),
    );
    return new Candidate(dir, name, server);
  }

  isPresent(): boolean {
    return existsSync(join(this.dir, this.name));
  }

  hold(): FolderLock {
    this.#says = `holder ${process.pid}`;
    return this;
  }

  async release(): Promise<void> {
    rmSync(join(this.dir, this.name), { force: true });
    await new Promise((resolve) => this.server.close(resolve));
  }
}

function cannotLock(dir: string, error: NodeJS.ErrnoException): Error {
  if (error.code === "EACCES" || error.code === "EROFS") return new Error(`数据目录 ${dir} 不可写`);
  if (error.code === "ENOSPC") return new Error(`数据目录 ${dir} 所在的磁盘已满，请先腾出空间`);
  return new Error(`无法锁定数据目录 ${dir}（${error.code}）：它须在本机支持 unix 套接字的文件系统上`);
}

/** A socket's path may have 107 bytes: a long one is reached by the number of its open folder. */
async function throughShortPath<T>(dir: string, use: (place: string) => Promise<T>): Promise<T> {
  if (!existsSync("/proc/self/fd")) return use(dir);
  const folder = openSync(dir, "r");
  try {
    return await use(`/proc/self/fd/${folder}`);
  } finally {
    closeSync(folder);
  }
}

function askOthers(dir: string, own: string): Promise<Answer[]> {
  const others = readdirSync(dir).filter((name) => name.startsWith(prefix) && name !== own);
  return throughShortPath(dir, (place) =>
    Promise.all(
      others.map(async (name) => {
        const answer = await ask(join(place, name));
        if (answer.is === "dead") removeOld(join(dir, name));
        return answer;
      }),
    ),
  );
}

function removeOld(path: string): void {
  const made = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  if (made !== undefined && Date.now() - made > deadAfter) rmSync(path, { force: true });
}

/** Asks a socket file's process. One that goes away in the meantime counts as a candidate: it is asked again. */
function ask(path: string): Promise<Answer> {
  return new Promise((resolve) => {
    let heard = "";
    const socket = createConnection(path);
    socket.setEncoding("utf8").on("data", (text) => {
      heard += text;
    });
    socket.setTimeout(answerLimit, () => {
      resolve(unknownHolder);
      socket.destroy();
    });
    socket.on("error", ({ code }: NodeJS.ErrnoException) => {
      if (code === "ECONNREFUSED" || code === "ENOENT") resolve({ is: "dead" });
      // Whatever else keeps it from being reached, it may be alive.
      else if (code !== "ECONNRESET" && code !== "EPIPE") resolve(unknownHolder);
    });
    socket.on("close", () => {
      const pid = /^holder (\d+)$/.exec(heard)?.[1];
      resolve(pid ? { is: "holder", pid } : { is: "candidate" });
    });
  });
}
