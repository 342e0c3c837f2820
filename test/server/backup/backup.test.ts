import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { pino } from "pino";
import { pack } from "tar-stream";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { verifyArchive, writeArchive } from "~/server/backup/archive";
import { automaticBackupsOf } from "~/server/backup/automatic";
import { requireRoom } from "~/server/backup/files";
import { backupName, entry, type Manifest } from "~/server/backup/format";
import { rotate, surplus } from "~/server/backup/rotation";
import { finishSwap, makeStaging, swapIn } from "~/server/database/swap";
import { jobRun } from "~/server/database/tables/system/system";
import { dailyBackup } from "~/server/jobs/backup";
import { jobsOf } from "~/server/jobs/jobs";
import { testApi } from "~/test/support/api";
import { resetDatabase, testDatabase } from "~/test/support/database";
import { testFolder } from "~/test/support/test-folder";

const folder = testFolder();
const inFolder = (name: string) => join(folder, name);
const write = (path: string, text: string) => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};

describe("a backup file", () => {
  const file = inFolder("whole.tar.gz");
  const manifest: Manifest = {
    product: "xinfang-desk",
    format: 1,
    version: "0.1.0",
    created_at: "2026-11-20T15:30:00.000+08:00",
    database: { kind: "postgres", version: "15.0" },
    migrations: [],
    tables: [],
    sequences: [],
    files: { count: 0, bytes: 0 },
    secret_fingerprint: "",
    has_secret: false,
  };
  const asEntry = (value: unknown) => Buffer.from(JSON.stringify(value));

  beforeAll(() =>
    writeArchive(file, async (archive) => {
      await archive.add(entry.manifest, asEntry(manifest));
      for (const number of [1, 2, 3])
        await archive.add(entry.part("customer", number), Buffer.from(`{"id":${number}}\n`));
    }),
  );

  test("says what it is", async () => {
    expect(await verifyArchive(file)).toEqual(manifest);
  });

  test("is refused when any bit of it is wrong that changes what it says", async () => {
    const bytes = readFileSync(file);
    const content = gunzipSync(bytes);
    let refused = 0;
    for (let at = 0; at < bytes.length; at += 3) {
      const damaged = Buffer.from(bytes);
      damaged[at] = (damaged[at] ?? 0) ^ (1 << (at % 8));
      writeFileSync(inFolder("damaged"), damaged);
      const isRefused = await verifyArchive(inFolder("damaged")).then(
        () => false,
        (error) => /已损坏/.test(error.message),
      );
      // Among the zeros that fill a tar up, some bits say the same either way, and gzip's own head holds a date.
      if (!isRefused) expect(gunzipSync(damaged), `byte ${at}`).toEqual(content);
      refused += Number(isRefused);
    }
    expect(refused).toBeGreaterThan((bytes.length / 3) * 0.9);
  });

  test.each([100, 20, 1])("is refused when its last %i bytes are missing", async (count) => {
    writeFileSync(inFolder("cut"), readFileSync(file).subarray(0, -count));
    await expect(verifyArchive(inFolder("cut"))).rejects.toThrow(/已损坏/);
  });

  test("is refused when an entry has been left out, added or changed with its checksum in place", async () => {
    const checksums = { [entry.manifest]: "0" };
    await packed({ [entry.manifest]: manifest });
    await expect(verifyArchive(inFolder("packed"))).rejects.toThrow("没有校验清单");
    await packed({ [entry.manifest]: manifest, [entry.checksums]: checksums });
    await expect(verifyArchive(inFolder("packed"))).rejects.toThrow("校验不符 manifest.json");
    await packed({ [entry.manifest]: manifest, [entry.checksums]: {} });
    await expect(verifyArchive(inFolder("packed"))).rejects.toThrow("校验不符");
    await packed({ [entry.manifest]: manifest, [entry.checksums]: checksums, more: {} });
    await expect(verifyArchive(inFolder("packed"))).rejects.toThrow("多余的 more");
  });

  test("is none when it is something else, absent, or of a newer program", async () => {
    writeFileSync(inFolder("text"), "hello");
    await expect(verifyArchive(inFolder("text"))).rejects.toThrow("不是本系统的备份文件");
    writeFileSync(inFolder("zipped"), gzipSync("hello"));
    await expect(verifyArchive(inFolder("zipped"))).rejects.toThrow("不是本系统的备份文件");
    await packed({ "readme.txt": "hello" });
    await expect(verifyArchive(inFolder("packed"))).rejects.toThrow("不是本系统的备份文件");
    await packed({ [entry.manifest]: { product: "another" } });
    await expect(verifyArchive(inFolder("packed"))).rejects.toThrow("不是本系统的备份文件");
    await packed({ [entry.manifest]: { ...manifest, format: 2 } });
    await expect(verifyArchive(inFolder("packed"))).rejects.toThrow("请升级程序");
    await expect(verifyArchive(inFolder("nowhere"))).rejects.toThrow("找不到备份文件");
  });

  test("names no file outside of its folder", () => {
    expect(entry.keyOf("files/2026/11/a.jpg")).toBe("2026/11/a.jpg");
    for (const name of ["files/../x", "files//x", "files/", "files/a/./b", "/files/a", "files/a\\b", "x/files/a"])
      expect(entry.keyOf(name)).toBeUndefined();
  });

  async function packed(entries: Record<string, unknown>) {
    const tar = pack();
    for (const [name, value] of Object.entries(entries)) tar.entry({ name }, asEntry(value));
    tar.finalize();
    const chunks: Buffer[] = [];
    for await (const chunk of tar) chunks.push(chunk);
    writeFileSync(inFolder("packed"), gzipSync(Buffer.concat(chunks)));
  }
});

describe("a swap", () => {
  const names = ["database", "files"];
  let home: string;
  let staging: string;
  beforeEach(async () => {
    home = mkdtempSync(join(folder, "home-"));
    staging = await makeStaging(home, "20261120-153000");
    for (const name of names) {
      write(join(home, name, "content"), "former");
      write(join(home, staging, name, "content"), "new");
    }
  });
  const contentOf = (place: string) => names.map((name) => readFileSync(join(home, place, name, "content"), "utf8"));
  const renameSteps = [
    [join("database"), join("former", "database")],
    [join("restore-20261120-153000", "database"), join("database")],
    [join("files"), join("former", "files")],
    [join("restore-20261120-153000", "files"), join("files")],
  ] as const;

  test.each([0, 1, 2, 3, 4])(
    "that was broken off after %i of its steps is finished by the next start",
    async (steps) => {
      writeFileSync(join(home, "restore.json"), JSON.stringify({ staging, former: "former", names }));
      mkdirSync(join(home, "former"));
      const { renameSync } = await import("node:fs");
      for (const [from, to] of renameSteps.slice(0, steps)) renameSync(join(home, from), join(home, to));
      await finishSwap(home);
      expect(contentOf("")).toEqual(["new", "new"]);
      expect(contentOf("former")).toEqual(["former", "former"]);
      expect(readdirSync(home).sort()).toEqual(["database", "files", "former"]);
      await finishSwap(home);
      expect(contentOf("")).toEqual(["new", "new"]);
    },
  );

  test("puts things where there was nothing", async () => {
    for (const name of names) rmSync(join(home, name), { recursive: true });
    await swapIn(home, { staging, former: "former", names });
    expect(readdirSync(home).sort()).toEqual(["database", "files"]);
  });

  test("that never began leaves all as it was, and its leavings to the next restore", async () => {
    await finishSwap(home);
    expect(contentOf("")).toEqual(["former", "former"]);
    await makeStaging(home, "20261121-000000");
    expect(readdirSync(home).sort()).toEqual(["database", "files", "restore-20261121-000000"]);
  });
});

describe("the rotation", () => {
  const at = (day: string) => backupName(new Date(`${day}+08:00`));

  test("keeps the newest of seven days and of four weeks", () => {
    const days = Array.from(
      { length: 40 },
      (_, index) => new Date(Date.parse("2026-11-20T04:30+08:00") - index * 86_400_000),
    );
    const names = days.flatMap((day) => [backupName(new Date(day.getTime() + 8 * 3_600_000)), backupName(day)]);
    const saved = names.filter((name) => !surplus(names).includes(name));
    // 2026-11-20 is a Friday: its week began on the 16th.
    expect(saved.map((name) => name.slice(7, 22))).toEqual([
      "20261120-123000",
      "20261119-123000",
      "20261118-123000",
      "20261117-123000",
      "20261116-123000",
      "20261115-123000",
      "20261114-123000",
      "20261108-123000",
      "20261101-123000",
    ]);
  });

  test("counts days and weeks that have one, so that a pause makes nothing old", () => {
    const names = [at("2026-11-20T04:30"), at("2026-03-02T04:30"), at("2025-01-01T04:30")];
    expect(surplus(names)).toEqual([]);
  });

  test("touches nothing else, and removes what a dead process left after a day", async () => {
    const place = inFolder("rotation");
    const now = new Date();
    const dayAgo = new Date(now.getTime() - 25 * 3_600_000);
    const others = ["backup-20200101-000000-manual.tar.gz", "note.txt", ".backup-20261120-043000.tar.gz.part"];
    for (const name of [...others, ".backup-20200101-043000.tar.gz.part"]) write(join(place, name), "");
    utimesSync(join(place, ".backup-20200101-043000.tar.gz.part"), dayAgo, dayAgo);
    for (let day = 1; day <= 28; day += 1) write(join(place, at(`2026-02-${String(day).padStart(2, "0")}T04:30`)), "");
    expect(await rotate(place, now)).toBe(28 - 7 - 2);
    expect(readdirSync(place)).toEqual(expect.arrayContaining(others));
    expect(existsSync(join(place, ".backup-20200101-043000.tar.gz.part"))).toBe(false);
  });
});

describe("the daily backup", () => {
  const { db } = testDatabase();
  const api = testApi(db);
  const half = new Date("2026-11-20T04:30:10+08:00");
  const dataDir = inFolder("data");
  const backupsIn = (backupDir: string | undefined, log = api.services.log) =>
    automaticBackupsOf({ ...api.services, log }, { dataDir, secretKey: "key", backupDir }, "postgres");
  const backupJobs = (backups: ReturnType<typeof backupsIn>, log = api.services.log) =>
    jobsOf({ ...api.services, log }, backups ? [dailyBackup(backups)] : []);

  beforeEach(async () => {
    await resetDatabase(db);
    api.setClock(half);
  });

  test("is made once at half past four, and proves", async () => {
    const place = inFolder("daily");
    write(join(dataDir, "files/2026/a.txt"), "content");
    const jobs = backupJobs(backupsIn(place));
    await jobs.runDue(half);
    await jobs.runDue(new Date("2026-11-20T05:30:00+08:00"));
    expect(readdirSync(place)).toEqual(["backup-20261120-043010.tar.gz"]);
    const manifest = await verifyArchive(join(place, "backup-20261120-043010.tar.gz"));
    expect(manifest).toMatchObject({ files: { count: 1, bytes: 7 }, has_secret: false });
    await jobs.stop();
  });

  test("that fails keeps the old ones, and its turn says why", async () => {
    const place = inFolder("failing");
    write(join(place, "backup-20200101-043000.tar.gz"), "old");
    // A folder is in the place of the new one.
    mkdirSync(join(place, ".backup-20261120-043010.tar.gz.part/x"), { recursive: true });
    const silent = pino({ level: "silent" });
    const jobs = backupJobs(backupsIn(place, silent), silent);
    await jobs.runDue(half);
    await jobs.runDue(new Date(half.getTime() + 6 * 60_000));
    expect(await db.select().from(jobRun)).toMatchObject([{ result: expect.stringMatching(/^failed: \S/) }]);
    expect(readFileSync(join(place, "backup-20200101-043000.tar.gz"), "utf8")).toBe("old");
    await jobs.stop();
  });

  test("is not made beside PostgreSQL unless a folder is named", () => {
    expect(backupsIn(undefined)).toBeUndefined();
  });

  test("does not begin on a disk without room", async () => {
    await expect(requireRoom(folder, 2 ** 60)).rejects.toThrow(/磁盘空间不足：约需 1048576.0 TB/);
    await expect(requireRoom(folder, 1)).resolves.toBeUndefined();
  });
});
