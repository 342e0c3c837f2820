import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { customer } from "~/contract/customer/customer";
import { errors } from "~/contract/errors";
import { upload } from "~/contract/shared/upload";
import { auth } from "~/contract/sign-in/auth";
import { record } from "~/contract/system/record";
import { openDatabase } from "~/server/database/open";
import { hashPassword } from "~/server/identity/password-rule";
import { testApi } from "~/test/support/api";
import { callerOf } from "~/test/support/caller";
import { makeUser } from "~/test/support/factories";
import { patience } from "~/test/support/patience";
import { preparedFolder, type ServerProcess, startServer } from "~/test/support/server-process";
import { findLosses, startWriters } from "~/test/support/writers";

const megabyte = 1024 * 1024;

/** Its own small disk is what the process sees in the place of its folder: no right to mount is needed where users may have namespaces. */
const namespace = ["unshare", "--mount", "--map-root-user"];

describe("A full disk", () => {
  let dataDir = "";
  let token = "";
  const boss = { email: "", password: "Right-horse-9" };
  let holder: ChildProcess;
  let server: ServerProcess;

  /** In the namespace of the holder, which outlives the servers. */
  const start = (dataDir = "/mnt") =>
    startServer({
      dataDir,
      within: (command) => [
        ...["nsenter", `--target=${holder.pid}`, "--user", "--mount", "--preserve-credentials"],
        ...["sh", "-c", 'cd "$0" && exec "$@"', process.cwd(), ...command],
      ],
    });

  beforeAll(async () => {
    dataDir = await preparedFolder();
    const database = await openDatabase({ databaseUrl: undefined, dataDir });
    const { id, email } = await makeUser(database.db, {
      ...{ role: "super_admin", password_hash: await hashPassword(boss.password) },
    });
    boss.email = email;
    token = await testApi(database.db).tokenOf(id);
    await database.close();
    const script = 'mount -t tmpfs -o size=300m tmpfs /mnt && cp -a "$0/." /mnt && echo mounted && exec sleep infinity';
    const [program = "", ...args] = [...namespace, "sh", "-c", script, dataDir];
    holder = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
    await once(holder.stdout ?? holder, "data");
    server = await start();
  });
  afterAll(async () => {
    await server?.kill("SIGKILL");
    holder?.kill("SIGKILL");
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** The server's disk, seen from here. */
  const disk = () => `/proc/${holder.pid}/root/mnt`;

  /** Leaves so many bytes free. */
  function fill(rest: number): void {
    const { bavail, bsize } = statfsSync(disk());
    const part = Buffer.alloc(megabyte);
    mkdirSync(join(disk(), "ballast"), { recursive: true });
    try {
      for (let left = bavail * bsize - rest; left > 0; left -= part.length)
        writeFileSync(join(disk(), "ballast", String(left)), part.subarray(0, Math.min(left, part.length)));
    } catch (error) {
      // The server wrote meanwhile: the disk is as full as it is to be.
      if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
    }
  }

  const makeRoom = () => rmSync(join(disk(), "ballast"), { recursive: true, force: true });
  const ask = () => callerOf(server.url, token);

  /** What a copy of the files says, taken while nobody writes: as after a kill. */
  async function lossesOf(ledger: Parameters<typeof findLosses>[1]) {
    const copy = mkdtempSync(join(tmpdir(), "xinfang-copy-"));
    cpSync(join(disk(), "database"), join(copy, "database"), { recursive: true });
    const database = await openDatabase({ databaseUrl: undefined, dataDir: copy });
    try {
      const client = await database.connect();
      return await findLosses(client, ledger).finally(() => client.end());
    } finally {
      await database.close();
      rmSync(copy, { recursive: true });
    }
  }

  const noRoom = { status: errors[50301].status, code: 50301, message: errors[50301].message };

  test("writes are refused in words, reads go on, nothing acknowledged is lost, and it works again once there is room", async () => {
    const writers = startWriters(server.url, token, 2);
    await vi.waitFor(() => expect(writers.acknowledged.length).toBeGreaterThan(10), patience);
    for (const rest of [30 * megabyte, 0]) {
      fill(rest);
      const before = writers.refused.length;
      await vi.waitFor(() => expect(writers.refused.length).toBeGreaterThan(before + 10), patience);
      expect(await ask()(customer.pool)).toMatchObject({ status: 200, code: 200 });
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
      makeRoom();
      const acknowledged = writers.acknowledged.length;
      await vi.waitFor(() => expect(writers.acknowledged.length).toBeGreaterThan(acknowledged + 5), patience);
    }
    await writers.stop();
    expect(new Set(writers.refused.map((one) => JSON.stringify(one)))).toEqual(new Set([JSON.stringify(noRoom)]));
    expect(writers.seen().broken).toBe(0);
    expect(await lossesOf(writers.acknowledged)).toEqual({ lost: [], torn: [] });
  });

  test("a super administrator signs in to read, and the log says so once there is room", async () => {
    const login = () => callerOf(server.url)(auth.login, { body: { ...boss, remember: false } });
    const logins = async () =>
      (await ask()(record.list)).data.list.filter(({ summary }) => summary.includes("磁盘已满期间登录"));
    expect((await login()).data.expires_in).toBeGreaterThan(900);
    fill(30 * megabyte);
    await vi.waitFor(async () => expect((await login()).data?.expires_in).toBe(900), patience);
    const reading = callerOf(server.url, (await login()).data.access_token);
    expect(await reading(customer.pool)).toMatchObject({ status: 200, code: 200 });
    expect(await reading(auth.logout)).toMatchObject({ code: 50301 });
    makeRoom();
    await vi.waitFor(async () => {
      expect(await reading(customer.pool)).toMatchObject({ code: 40100 });
      expect((await logins()).length).toBeGreaterThanOrEqual(2);
    }, patience);
  });

  test("a file that does not fit is refused in words and leaves nothing", async () => {
    const filesOf = () =>
      readdirSync(join(disk(), "files"), { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
    const allowed = await ask()(upload.token, {
      body: { filename: "large.png", size: 4 * megabyte, mime: "image/png", scene: "tracking" },
    });
    expect(allowed.code).toBe(200);
    fill(megabyte);
    const answer = await fetch(new URL(allowed.data.upload_url, server.url), {
      method: "PUT",
      headers: { authorization: `Bearer ${token}` },
      body: Buffer.alloc(4 * megabyte),
    });
    expect({ status: answer.status, ...(await answer.json()) }).toEqual({ ...noRoom, data: null });
    expect(filesOf()).toEqual([]);
    makeRoom();
  });

  test.each([
    { signal: "SIGTERM", rest: 0 },
    { signal: "SIGKILL", rest: 0 },
  ] as const)(
    "after $signal it starts again with $rest bytes free, reads, and writes once there is room",
    async ({ signal, rest }) => {
      // Where the one before failed.
      makeRoom();
      await server.kill("SIGKILL");
      server = await start();
      const writers = startWriters(server.url, token, 2);
      await vi.waitFor(() => expect(writers.acknowledged.length).toBeGreaterThan(10), patience);
      await server.kill(signal);
      await writers.stop();
      fill(rest);
      server = await start();
      expect(await ask()(customer.pool)).toMatchObject({ status: 200, code: 200 });
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
      const later = startWriters(server.url, token, 1);
      await vi.waitFor(() => expect(later.refused.length).toBeGreaterThan(2), patience);
      expect(later.acknowledged).toEqual([]);
      makeRoom();
      await vi.waitFor(() => expect(later.acknowledged.length).toBeGreaterThan(5), patience);
      await later.stop();
      // For the next time.
      expect(statSync(join(disk(), "disk-reserve")).size).toBe(20 * megabyte);
      expect(await lossesOf([...writers.acknowledged, ...later.acknowledged])).toEqual({ lost: [], torn: [] });
    },
    120_000,
  );

  test("a first start, which has to write, is refused in one line", async () => {
    makeRoom();
    fill(0);
    await expect(start("/mnt/fresh")).rejects.toThrow(
      /^the server ended \(1\):\n(\{.*\n)*磁盘空间不足，[^\n]*先腾出空间[^\n]*\n$/,
    );
    makeRoom();
  });
});
