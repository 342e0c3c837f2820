import { X509Certificate } from "node:crypto";
import { createServer } from "node:tls";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { production } from "~/contract/system/production";
import { isoInstant } from "~/server/database/tables/columns";
import { alert, webhook } from "~/server/database/tables/system/admin";
import { databaseFlag, jobRun, message, operationLog, outbox, setting } from "~/server/database/tables/system/system";
import { jobsOf } from "~/server/jobs/jobs";
import { daily, every, type Job } from "~/server/jobs/scheduler";
import { checkLog } from "~/server/jobs/system/log-check";
import { seal } from "~/server/lib/seal";
import { sealSetting } from "~/server/lib/settings";
import { alertCheck } from "~/server/metrics/alert-check";
import { sealLines } from "~/server/resources/system/record/chain";
import { testApi } from "~/test/support/api";
import { resetDatabase, testDatabase } from "~/test/support/database";
import { makeUser } from "~/test/support/factories";
import { certificateFor } from "~/test/support/receiver";
import { testFolder } from "~/test/support/test-folder";
import { whoMay } from "~/test/support/who-may";

const { db } = testDatabase();
const morning = new Date("2026-11-21T05:00:00+08:00");
const api = testApi(db, { now: morning });
const installation = { dataDir: testFolder(), backupDir: undefined };
const minutes = (count: number) => new Date(morning.getTime() + count * 60_000);
let administrator: Awaited<ReturnType<typeof makeUser>>;

beforeEach(async () => {
  await resetDatabase(db);
  administrator = await makeUser(db, { role: "super_admin" });
});

const job = (name: string): Job => ({ name, lastTurn: daily("04:30"), run: async () => "" });

const run = (one: Job, at: Date) => one.run({ services: api.services, at, signal: new AbortController().signal });
const look = (at: Date, jobs: readonly Job[] = ["backup", "pool_release"].map(job), of = installation) =>
  run(alertCheck({ jobs, installation: of }), at);

/** The last turn of a job. */
const turn = (name: string, result: string, turned = "2026-11-21T04:30:00+08:00") =>
  db
    .insert(jobRun)
    .values({ job: name, turn: turned, started_at: turned, ended_at: turned, result })
    .onConflictDoUpdate({ target: [jobRun.job, jobRun.turn], set: { result } });

const told = async () => (await db.select().from(message).orderBy(message.id)).map(({ title }) => title);
const shown = async () => (await (await api.as(administrator.id))(production.get, {})).data.alerts;

test("a failed backup is told once, to whoever can mend it and the webhooks that want it, and once more when it is over", async () => {
  await makeUser(db, { role: "sales" });
  await makeUser(db, { role: "super_admin", status: "disabled" });
  const url = seal(api.services, { kind: "webhook", name: "url" }, "https://receiver.example.com/");
  await db.insert(webhook).values({ name: "值班", provider: "custom", url, events: ["system.alert"] });
  await turn("backup", "failed: 磁盘空间不足：约需 2 GB");
  for (const at of [0, 5, 10]) await look(minutes(at));
  expect(await db.select().from(message)).toMatchObject([
    {
      user_id: administrator.id,
      level: "warning",
      title: "系统告警：自动备份失败",
      content: "磁盘空间不足：约需 2 GB。每5分钟自动重试一次。",
      link: "/system/setCenter?tab=production",
    },
  ]);
  expect(await shown()).toMatchObject([{ key: "job:backup", since: isoInstant(morning) }]);
  await turn("backup", "done: backup-20261121-043010.tar.gz");
  await look(minutes(15));
  await look(minutes(20));
  expect(await told()).toEqual(["系统告警：自动备份失败", "系统告警：已恢复：自动备份失败"]);
  const sent = await db.select().from(outbox).where(eq(outbox.event, "webhook")).orderBy(outbox.id);
  expect(sent.map(({ payload }) => (payload as { data: object }).data)).toMatchObject([
    { title: "自动备份失败" },
    { title: "已恢复：自动备份失败", content: "自 2026-11-21 05:00 起的问题已经消除。" },
  ]);
  expect(await shown()).toEqual([]);
  expect(await db.select().from(alert)).toMatchObject([{ ended_at: isoInstant(minutes(15)) }]);
});

test("a job that is late is told when it does not catch up; its turn of this moment is not late", async () => {
  const often: Job = { name: "record_seal", lastTurn: every(1), run: async () => "" };
  const at = (time: string) => `2026-11-21T${time}:00+08:00`;
  await turn("record_seal", "done: 0", at("04:59"));
  await turn("pool_release", "done: 0", "2026-11-20T04:30:00+08:00");
  for (const count of [0, 5]) {
    await turn("record_seal", "done: 0", at(`0${count ? "5:04" : "4:59"}`));
    await look(minutes(count), [job("pool_release"), often]);
  }
  expect([await told(), await shown()]).toEqual([[], []]);
  await look(minutes(10));
  expect(await told()).toEqual(["系统告警：定时任务 pool_release 没有完成"]);
  await turn("pool_release", "done: 3");
  await look(minutes(15));
  await turn("backup", "done: x", "2026-11-20T04:30:00+08:00");
  await look(minutes(20));
  await turn("backup", "done: y");
  await look(minutes(25));
  expect(await told()).toHaveLength(2);
  expect(await db.select().from(alert)).toHaveLength(1);
});

test("a job that fails is told when half an hour of tries has not mended it", async () => {
  await turn("pool_release", "failed: deadlock detected");
  for (const count of [0, 25]) await look(minutes(count), [job("pool_release")]);
  expect(await told()).toEqual([]);
  await look(minutes(30), [job("pool_release")]);
  expect(await shown()).toMatchObject([{ content: "deadlock detected。每5分钟自动重试一次。" }]);
});

test("a full disk is told at once", async () => {
  // A file system without room.
  await look(morning, [], { ...installation, dataDir: "/proc" });
  expect(await shown()).toMatchObject([{ key: "disk:data", title: "数据磁盘空间不足" }]);
  await look(minutes(5), []);
  expect(await shown()).toEqual([]);
});

test("keys that were sealed under another SECRET_KEY are named", async () => {
  const sealed = sealSetting({ secret: "another key of this installation, before" }, "wecom.secret", "secret");
  await db.insert(setting).values([
    { key: "wecom.secret", value: sealed },
    { key: "slack.secret", value: sealSetting(api.services, "slack.secret", "ours") },
  ]);
  await db.insert(webhook).values({ name: "销售群", provider: "custom", url: "sealed before", events: [] });
  await look(morning);
  const [one, ...rest] = await shown();
  expect(one).toMatchObject({ key: "key", title: "已保存的密钥无法读取" });
  expect(one?.content).toMatch(/：企业微信应用密钥、Webhook“销售群”。$/);
  expect(rest).toEqual([]);
});

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

test("the own certificate is told two weeks before it ends; where it cannot be read nothing is concluded", async () => {
  const proof = await certificateFor("desk.example.com");
  const ends = new Date(new X509Certificate(proof.cert).validTo);
  const server = createServer(proof, (socket) => socket.end());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => server.close());
  const { port } = server.address() as { port: number }; // it listens on a port
  await db.insert(setting).values({ key: "site.desk_base", value: `https://127.0.0.1:${port}` });
  const before = (days: number) => new Date(ends.getTime() - days * 86_400_000);
  await look(before(15), []);
  expect(await shown()).toEqual([]);
  await look(before(13), []);
  expect(await shown()).toMatchObject([{ key: "certificate", title: "证书即将到期" }]);
  await new Promise((resolve) => server.close(resolve));
  await look(before(12), []);
  expect(await shown()).toHaveLength(1);
  await db.update(setting).set({ value: "" }).where(eq(setting.key, "site.desk_base"));
  await look(before(11), []);
  expect(await shown()).toEqual([]);
});

test("a changed log is found the next night", async () => {
  const line = { user_name: "王销售", module: "customer", action: "update", created_at: "2026-11-20T12:00:00+08:00" };
  await db.insert(operationLog).values([1, 2].map((n) => ({ ...line, summary: `第${n}条` })));
  await sealLines(db, { now: morning });
  const jobs = jobsOf(api.services, [checkLog([installation.dataDir])]);
  const night = async (day: number) => {
    await jobs.runDue(new Date(`2026-11-${day}T04:26:00+08:00`));
    const [last] = (await db.select().from(jobRun).orderBy(jobRun.turn)).slice(-1);
    return last?.result;
  };
  expect(await night(21)).toBe("done: 2 lines, 0 heads");
  await db.transaction(async (tx) => {
    await tx.execute("set local session_replication_role = replica");
    await tx.update(operationLog).set({ summary: "改过" }).where(eq(operationLog.summary, "第2条"));
  });
  await jobs.stop();
  const failing = checkLog([installation.dataDir]);
  const at = new Date("2026-11-22T04:25:00+08:00");
  await expect(run(failing, at)).rejects.toThrow(/^日志内容被改动（2026-11-21 第 2 条/);
  // What was believed two days later is for npm run verify-log.
  const later = new Date("2026-11-25T04:25:00+08:00");
  expect(await run(failing, later)).toBe("0 lines, 0 heads");
});

test("demo data is no company: nothing is told", async () => {
  await db.insert(databaseFlag).values({ name: "demo", value: "1" });
  await turn("backup", "failed: x");
  expect(await look(morning)).toBe("demo");
  expect([await told(), await shown()]).toEqual([[], []]);
});

test("what an installation lacks goes with what it gets", async () => {
  const needs = async () => (await (await api.as(administrator.id))(production.get, {})).data.needs;
  expect(await needs()).toEqual(["backup", "address", "receiver", "metrics", "second_admin"]);
  const hook = { name: "值班", provider: "custom", url: "", events: ["system.alert" as const] };
  await db.insert(webhook).values(hook);
  await db.insert(setting).values({ key: "site.desk_base", value: "https://desk.example.com" });
  await makeUser(db, { role: "super_admin" });
  const { dataDir } = installation;
  api.services.installation = { dataDir, backupDir: dataDir, hasMetrics: true };
  expect(await needs()).toEqual(["other_disk", "proxy"]);
  api.services.trustsProxy = true;
  await db.insert(databaseFlag).values({ name: "demo", value: "1" });
  expect(await needs()).toEqual(["own_data", "other_disk"]);
});

whoMay(api, production, { get: "SA" });
