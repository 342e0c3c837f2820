import { verify } from "@node-rs/argon2";
import { and, asc, count, eq, isNotNull, like, ne, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { fileTypeFromBuffer } from "file-type";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Metric, metrics } from "~/contract/dashboard/metrics";
import { agent, agentAccount, agentLoginLog } from "~/server/database/tables/agent/agent";
import { blacklist, customerUser, unregisterRequest } from "~/server/database/tables/customer/audience";
import {
  customer,
  requirement,
  requirementAnnex,
  tracking,
  transferRequest,
} from "~/server/database/tables/customer/customer";
import { mansion } from "~/server/database/tables/house/property";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { trackerDaily } from "~/server/database/tables/inquiry/tracker";
import { notification } from "~/server/database/tables/notification/notification";
import { currency } from "~/server/database/tables/region/geography";
import { searchWord } from "~/server/database/tables/resource/search-word";
import { cityIntro, encyclopaedia } from "~/server/database/tables/seo/city";
import { seoArticle } from "~/server/database/tables/seo/seo-article";
import { share, shareOpen } from "~/server/database/tables/share/share";
import {
  batch,
  comment,
  media,
  message,
  operationLog,
  schedule,
  team,
  user,
} from "~/server/database/tables/system/system";
import { assertConsistent } from "~/server/demo/check";
import { writeDemo } from "~/server/demo/demo";
import type { DemoAccount } from "~/server/demo/terms";
import { inquiryOverdue } from "~/server/jobs/inquiry/inquiry-overdue";
import { trackerRollup } from "~/server/jobs/inquiry/tracker-rollup";
import { isSealed, storageOf } from "~/server/lib/media";
import { openPdf } from "~/server/lib/pdf-reader/pdf-reader";
import { isDemo } from "~/server/lib/settings";
import { buildStats } from "~/server/resources/dashboard/stat-days";
import { nextNumber } from "~/server/resources/shared/numbers";
import { testApi } from "~/test/support/api";
import { blockOf, isSame, recounted } from "~/test/support/dashboard";
import { resetDatabase, testDatabase } from "~/test/support/database";

const { db } = testDatabase();
const now = new Date("2026-11-20T15:30:00+08:00");
const password = "Demo-pass-1";
const api = testApi(db, { now });
const { services } = api;
const write = (size: "small" | "full" = "small", at = now) => writeDemo(db, { password, size, now: at, services });

const countOf = async (table: PgTable) => (await db.select({ n: count() }).from(table))[0]?.n;
const idOf = async (email: string) => (await db.select().from(user).where(eq(user.email, email)))[0]?.id ?? 0;

describe("the small demo", () => {
  let accounts: DemoAccount[];

  beforeAll(async () => {
    await resetDatabase(db);
    accounts = await write();
  });
  afterAll(() => resetDatabase(db));

  it("sets the demo flag and keeps its own rules", async () => {
    expect(await isDemo(db)).toBe(true);
    await assertConsistent(db, now);
  });

  it("has a tenth of everything, and the whole staff", async () => {
    expect(await countOf(customer)).toBe(120);
    expect(await countOf(tracking)).toBe(650);
    expect(await countOf(schedule)).toBe(90);
    const notices = await db.select().from(message).where(like(message.dedupe_key, "notification:%"));
    expect((await countOf(message)) ?? 0).toBe(250 + notices.length);
    expect(notices.length).toBeGreaterThan(5);
    // One of each state, and a weekly one with what it has sent.
    expect(await countOf(notification)).toBe(7 + 1 + 4);
    expect(await countOf(searchWord)).toBe(20);
    expect([await countOf(cityIntro), await countOf(encyclopaedia), await countOf(seoArticle)]).toEqual([2, 16, 9]);
    expect(await countOf(comment)).toBeGreaterThan(15);
    expect(await countOf(operationLog)).toBe(800);
    expect(await countOf(team)).toBe(6);
    expect(await countOf(user)).toBe(32);
    expect(await db.select().from(user).where(ne(user.status, "enabled"))).toHaveLength(2);
  });

  it("has a tenth of what the site's users and the requests are", async () => {
    expect(await countOf(customerUser)).toBe(300);
    expect(await countOf(requirement)).toBe(30);
    expect(await countOf(share)).toBe(6);
    expect(await countOf(shareOpen)).toBeGreaterThan(0);
    expect(await db.$count(requirementAnnex, isNotNull(requirementAnnex.requirement_id))).toBe(42);
    // Also papers of visa cases.
    expect(await db.$count(requirementAnnex, isNotNull(requirementAnnex.inquiry_id))).toBeGreaterThan(0);
    expect(await countOf(transferRequest)).toBe(3);
    expect(await countOf(batch)).toBe(3);
    expect(await countOf(blacklist)).toBe(6);
    expect(await countOf(unregisterRequest)).toBe(5);
    expect(await countOf(mansion)).toBe(90);
    expect(await countOf(inquiry)).toBe(240);
    expect(await countOf(agent)).toBe(8);
    expect(await countOf(agentAccount)).toBe(26);
    expect(await countOf(agentLoginLog)).toBe(400);
    const linked = await db.select().from(customerUser).where(isNotNull(customerUser.customer_id));
    expect(linked).toHaveLength(66);
  });

  it("stores its pictures and annexes where the server opens them, the annexes sealed", async () => {
    const files = await db.select().from(media).orderBy(asc(media.id));
    expect(new Set(files.map((file) => file.scene))).toEqual(
      new Set(["tracking", "annex", "album", "evidence", "deal", "voucher", "statement", "report"]),
    );
    for (const file of files) {
      const body = await storageOf(services, file.scene).read(file.key);
      const bytes = Buffer.from(await new Response(body).arrayBuffer());
      expect(bytes.length).toBe(file.size);
      expect((await fileTypeFromBuffer(bytes))?.mime).toBe(file.mime);
      const onDisk = Buffer.from((await services.storage.head(file.key, 8)) ?? []);
      expect(onDisk.equals(bytes.subarray(0, 8))).toBe(!isSealed(file.scene));
      if (file.scene === "report") expect(await openPdf(new Uint8Array(bytes))).toEqual({ pages: file.pages });
    }
  });

  it.each([
    ["mark differs from the blacklist", sql`update customer set is_blacklisted = not is_blacklisted where id = 7`],
    ["figures that differ", sql`update customer_user set favorite_count = favorite_count + 1 where id = 5`],
    [
      "a file that nothing refers to",
      sql`delete from requirement_annex where media_id = (select max(media_id) from requirement_annex)`,
    ],
    [
      "downloads are not those of its log",
      sql`delete from report_download where id = (select min(id) from report_download)`,
    ],
    ["plays are not the sum of their days", sql`update video set play_count = play_count + 1 where id = 1`],
    [
      "whose wish is not clear",
      sql`update customer set stage = 'new' where id in (select customer_id from requirement)`,
    ],
    [
      "though its customer has changed",
      sql`update customer set version = version + 1 where id in (select row_id from batch_row)`,
    ],
    [
      "the bulk act's way back is not the one it came",
      sql`update batch_row set before = before || '{"owner_id": 1, "tags": ["x"]}'`,
    ],
    ["not that of its request", sql`update customer_user set status = 'unregistering' where id = 9`],
    ["nobody's, of the owner himself", sql`update transfer_request set owner_id = applicant_id`],
    ["number beyond its counter", sql`delete from counter where prefix = 'XQ'`],
    ["merged building that leads nowhere", sql`update mansion set merged_to_id = null`],
    ["an album without a cover", sql`update album set is_cover = false`],
    ["application whose parts contradict its state", sql`update mansion_application set handled_at = null`],
  ])("finds data in which %s", async (rule, harm) => {
    const words = rule.replace("the bulk act's way", "a bulk act whose way");
    const broken = db.transaction(async (tx) => {
      await tx.execute(harm);
      await assertConsistent(tx, now);
    });
    await expect(broken).rejects.toThrow(words);
  });

  it("gives one account per built-in role, all with the password that was asked for", async () => {
    expect(accounts.map((account) => account.email)).toEqual(
      "super_admin sales_manager sales channel_manager estate_manager content_editor seo_editor finance customer_service"
        .split(" ")
        .map((code) => `${code}@demo.test`),
    );
    expect(accounts[2]?.role).toBe("销售顾问");
    const rows = await db.select().from(user);
    expect(await verify(rows[0]?.password_hash ?? "", password)).toBe(true);
    expect(new Set(rows.map((row) => row.password_hash)).size).toBe(1);
  });

  it("gives the first seller customers due today, warned, about to fall and locked, led by the first manager", async () => {
    const seller = await idOf("sales@demo.test");
    const own = await db.select().from(customer).where(eq(customer.owner_id, seller));
    const idle = (row: (typeof own)[number]) =>
      Math.floor(
        (now.getTime() - Math.max(Date.parse(row.last_valid_tracking_at ?? "0"), Date.parse(row.assigned_at ?? "0"))) /
          86_400_000,
      );
    const free = own.filter((row) => !row.is_locked);
    expect(own.length).toBeGreaterThanOrEqual(8);
    expect(own.some((row) => row.is_locked)).toBe(true);
    expect(free.filter((row) => idle(row) === 15)).toHaveLength(1);
    expect(free.some((row) => idle(row) >= 11 && idle(row) < 15)).toBe(true);
    const today = await db
      .select()
      .from(schedule)
      .where(
        and(
          eq(schedule.user_id, seller),
          eq(schedule.status, "pending"),
          sql`(${schedule.start_at} at time zone 'Asia/Shanghai')::date = '2026-11-20'`,
        ),
      );
    expect(today).toHaveLength(5);
    const [led] = await db
      .select({ leader: team.leader_id })
      .from(user)
      .innerJoin(team, eq(team.id, user.team_id))
      .where(eq(user.id, seller));
    expect(led?.leader).toBe(await idOf("sales_manager@demo.test"));
  });

  it("uses fictitious numbers and addresses only", async () => {
    const rows = await db.select().from(customer);
    for (const row of rows) {
      expect(row.phone_e164 ?? "+8619900000000").toMatch(/^(\+861990000|\+81200000)\d{4}$/);
      expect(row.email ?? "@demo.test").toMatch(/@demo\.test$/);
      expect(row.phone_e164 ?? row.wechat ?? row.email).not.toBeNull();
    }
  });

  it("leaves nothing to the night's run but those about to fall", async () => {
    const due = await db.execute(sql`select id from customer where owner_id is not null and not is_locked
      and (greatest(last_valid_tracking_at, assigned_at) <= ${now.toISOString()}::timestamptz - interval '15 days'
        or assigned_at <= ${now.toISOString()}::timestamptz - interval '90 days')`);
    expect(due.rows).toHaveLength(1);
  });

  it("leaves nothing about late inquiries or visits to the first turns of their jobs", async () => {
    const signal = new AbortController().signal;
    const figures = () => db.select().from(trackerDaily).orderBy(asc(trackerDaily.tracker_id), asc(trackerDaily.date));
    const before = { messages: await countOf(message), figures: await figures() };
    const { n } = (await db.select({ n: count() }).from(inquiry).where(eq(inquiry.is_overdue, true)))[0] ?? { n: 0 };
    expect(n).toBeGreaterThan(10);
    expect(await inquiryOverdue.run({ services, at: now, signal })).toBe("0 overdue");
    await trackerRollup.run({ services, at: now, signal });
    expect({ messages: await countOf(message), figures: await figures() }).toEqual(before);
  });

  it("has figures that are what their rows come to, summed up or counted, for each role", async () => {
    const range = { from: "2025-11-21", to: "2026-11-20" };
    const rates = new Map((await db.select().from(currency)).map((one) => [one.code, one.rate_to_cny]));
    const roles = ["super_admin", "sales_manager", "sales", "channel_manager", "estate_manager", "finance"];
    const callers = await Promise.all(
      roles.map(async (code) => ({ code, as: await api.as(await idOf(`${code}@demo.test`)) })),
    );
    const shown = () => Promise.all(callers.map(async ({ as }) => (await blockOf(as, "kpi", range)).list));
    const before = await shown();
    await buildStats({ services, at: now });
    const known = (lists: Awaited<ReturnType<typeof shown>>) =>
      lists.map((list) => list.map((one) => ({ ...one, spark: [] })));
    expect(known(await shown())).toEqual(known(before));
    for (const [index, { code, as }] of callers.entries())
      for (const { key, value } of before[index] ?? []) {
        const found = await recounted(as, key, range, rates);
        if (metrics[key].unit !== "percent") expect([code, key, isSame(found, value)]).toEqual([code, key, true]);
      }
    const [admin = []] = before;
    const asAdmin = await api.as(await idOf("super_admin@demo.test"));
    const figureOf = (key: Metric) => admin.find((one) => one.key === key)?.value ?? 0;
    for (const key of ["inquiry_new", "customer_new", "clue_new", "contract_amount", "commission_received"] as const)
      expect([key, figureOf(key) > 0]).toEqual([key, true]);
    // A percentage's rows are its upper part.
    for (const [key, whole] of [
      [
        "response_rate",
        sql`inquiry where kind <> 'report' and deleted_at is null and created_at >= '2025-11-20T16:00:00Z'`,
      ],
      ["clue_valid_rate", sql`clue where reviewed_at >= '2025-11-20T16:00:00Z'`],
    ] as const) {
      const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from ${whole}`);
      const part = await recounted(asAdmin, key, range, rates);
      expect([key, Math.round((1000 * part) / (rows[0]?.n ?? 0)) / 10]).toEqual([key, figureOf(key)]);
    }
  });

  it("continues numbers and ids where it ended", async () => {
    const [last] = await db.select().from(customer).orderBy(sql`${customer.id} desc`).limit(1);
    const taken = await db.select({ no: customer.customer_no }).from(customer);
    expect(taken.map((row) => row.no)).not.toContain(await nextNumber(db, "KH", new Date(last?.created_at ?? now)));
    const users = await db
      .select({ no: customerUser.user_no, at: customerUser.registered_at })
      .from(customerUser)
      .orderBy(customerUser.id);
    expect(users.map((row) => row.no)).not.toContain(await nextNumber(db, "U-", new Date(users.at(-1)?.at ?? now)));
    const [row] = await db
      .insert(customer)
      .values({ customer_no: "KH-test", name: "测试", source: "other" })
      .returning();
    expect(row?.id).toBe((last?.id ?? 0) + 1);
    await db.delete(customer).where(eq(customer.customer_no, "KH-test"));
  });

  it("refuses a database in which somebody is already", async () => {
    await expect(write()).rejects.toThrow("空数据库");
  });
});
