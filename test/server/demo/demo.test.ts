import { verify } from "@node-rs/argon2";
import { and, asc, count, eq, isNotNull, isNull, like, ne, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { fileTypeFromBuffer } from "file-type";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Metric, metrics } from "~/contract/dashboard/metrics";
import { batch as batchContract } from "~/contract/shared/batch";
import { agent, agentAccount, agentLoginLog } from "~/server/database/tables/agent/agent";
import { blacklist, customerUser, unregisterRequest, userBehavior } from "~/server/database/tables/customer/audience";
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
import { banner } from "~/server/database/tables/resource/advert";
import { investment, report, reportDownload, video } from "~/server/database/tables/resource/resource";
import { searchWord } from "~/server/database/tables/resource/search-word";
import { cityIntro, encyclopaedia } from "~/server/database/tables/seo/city";
import { seoArticle } from "~/server/database/tables/seo/seo-article";
import {
  batch,
  batchRow,
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
import { agentExpire } from "~/server/jobs/agent/agent-expire";
import { poolWarn } from "~/server/jobs/customer/pool-warn";
import { unregisterExecute } from "~/server/jobs/customer/unregister-execute";
import { inquiryOverdue } from "~/server/jobs/inquiry/inquiry-overdue";
import { trackerRollup } from "~/server/jobs/inquiry/tracker-rollup";
import { isDemo } from "~/server/lib/demo-flag";
import { isSealed, storageOf } from "~/server/lib/media";
import { openPdf } from "~/server/lib/pdf-reader/pdf-reader";
import { readSettings } from "~/server/lib/settings";
import { isDue } from "~/server/resources/customer/customer/pool-clock";
import { buildStats } from "~/server/resources/dashboard/stat-days";
import { nextNumber } from "~/server/resources/shared/numbers";
import { workdaysUntil } from "~/server/resources/shared/workdays";
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
    expect(await countOf(notification)).toBe(7);
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
    expect(await db.$count(requirementAnnex, isNotNull(requirementAnnex.requirement_id))).toBe(42);
    // Papers of visas' cases beside them.
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
    ["a file that nothing refers to", sql`delete from requirement_annex where id = 3`],
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
      expect(row.phone_e164 ?? "+8619900000000").toMatch(/^(\+861990000|\+81900000)\d{4}$/);
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

describe("the full demo", () => {
  beforeAll(async () => {
    await resetDatabase(db);
    await write("full");
  });
  afterAll(() => resetDatabase(db));

  it("has the volumes of a year", async () => {
    expect(await countOf(customer)).toBe(1200);
    expect(await countOf(tracking)).toBe(6500);
    expect(await countOf(schedule)).toBe(900);
    // And one word to everybody of the house.
    expect(await countOf(message)).toBe(2500 + 30);
    expect(await countOf(notification)).toBe(30);
    expect(await countOf(searchWord)).toBe(200);
    expect([await countOf(banner), await countOf(video), await countOf(investment)]).toEqual([18, 40, 30]);
    expect([await countOf(report), await countOf(reportDownload)]).toEqual([16, 350]);
    expect([await countOf(cityIntro), await countOf(encyclopaedia), await countOf(seoArticle)]).toEqual([24, 160, 90]);
    expect(await countOf(operationLog)).toBe(8000);
    expect(await countOf(customerUser)).toBe(3000);
    expect(await countOf(requirement)).toBe(300);
    expect(await db.$count(requirementAnnex, isNotNull(requirementAnnex.requirement_id))).toBe(420);
    expect(await countOf(transferRequest)).toBe(24);
    expect(await countOf(batch)).toBe(30);
    expect(await countOf(blacklist)).toBe(60);
    expect(await countOf(unregisterRequest)).toBe(45);
    expect(await countOf(mansion)).toBe(900);
    expect(await countOf(inquiry)).toBe(2400);
    expect(await countOf(userBehavior)).toBeGreaterThan(16_000);
  });

  it("has 80 agents by level with their 260 people, six cooperations about to end, and a year of sign-ins", async () => {
    const { rows } = await db.execute(sql`select count(*)::int as all,
      count(*) filter (where type = 'company')::int as companies, count(*) filter (where status = 'active' and warned_at is not null)::int as soon,
      array(select count(*)::int from agent group by level order by array_position('{S,A,B,C}', level)) as levels,
      (select count(*)::int from agent_account) as people, (select count(*)::int from agent_unregister) as requests,
      (select count(*)::int from agent_login_log) as logins,
      (select (100 * avg((result = 'failed')::int))::float from agent_login_log) as failed,
      (select count(*) > 0 from agent_login_log where is_remote) as has_remote from agent`);
    expect(rows[0]).toMatchObject({
      ...{ all: 80, companies: 64, soon: 6, levels: [4, 16, 44, 16], people: 260, requests: 12, logins: 4_000 },
      has_remote: true,
    });
    expect(Math.abs(Number(rows[0]?.failed) - 5)).toBeLessThan(1.5);
    const again = await agentExpire.run({ services, at: now, signal: new AbortController().signal });
    expect(again).toBe("0 expired, 0 warned");
  });

  it("shares buildings between the countries, some of them out of use, five merged, a third with pictures", async () => {
    const { rows } = await db.execute(sql`select count(*) filter (where country_code = 'JP')::int as jp,
      count(*) filter (where country_code = 'TH')::int as th, count(*) filter (where country_code = 'AE')::int as ae,
      count(*) filter (where status = 'disabled')::int as disabled, count(*) filter (where status = 'merged')::int as merged,
      (select count(distinct owner_id)::int from album where owner_type = 'mansion') as pictured from mansion`);
    expect(rows[0]).toMatchObject({ disabled: 27, merged: 5, pictured: 300 });
    // Doubles stand where those are that they double.
    for (const [country, count] of [["jp", 558] as const, ["th", 108] as const, ["ae", 72] as const])
      expect(Math.abs(Number(rows[0]?.[country]) - count)).toBeLessThanOrEqual(18);
    const pairs = await db.execute(sql`select 1 from mansion group by country_code, name having count(*) > 1`);
    expect(pairs.rows).toHaveLength(0);
  });

  it("has 160 estates, 112 of them online, with their rooms, reviews and 24 unit boards", async () => {
    const { rows } = await db.execute(sql`select count(*)::int as estates,
      count(*) filter (where publish_status = 'online')::int as online, count(*) filter (where has_units)::int as boards,
      count(*) filter (where country_code = 'JP')::int as jp, count(*) filter (where country_code = 'TH')::int as th,
      count(*) filter (where gross_yield not between 2.4 and 8.1)::int as odd,
      count(*) filter (where country_code = 'JP' and (price_min < 28000000 or price_max > 380000000))::int as dear,
      (select count(*)::int from room) as rooms from estate`);
    expect(rows[0]).toEqual({ estates: 160, online: 112, boards: 24, jp: 99, th: 19, odd: 0, dear: 0, rooms: 620 });
    const { rows: reviews } = await db.execute(sql`select count(*)::int as all,
      count(*) filter (where status = 'pending')::int as pending, count(*) filter (where status = 'rejected')::int as rejected
      from estate_audit`);
    expect(reviews[0]).toEqual({ all: 210, pending: 14, rejected: 9 });
    const { rows: units } = await db.execute(sql`select count(*)::int as all,
      count(*) filter (where status = 'available')::int as available, count(*) filter (where status = 'held')::int as held,
      count(*) filter (where status = 'off')::int as off, count(*) filter (where status = 'sold')::int as sold from unit`);
    expect.soft(units[0]).toEqual({ all: 1900, available: 1094, held: 38, sold: 684, off: 76 });
    const { rows: deals } = await db.execute(sql`select count(*) filter (where status = 'draft')::int as draft,
      count(*) filter (where status = 'reviewing')::int as reviewing, count(*) filter (where status = 'subscribed')::int as subscribed,
      count(*) filter (where status = 'contracted')::int as contracted, count(*) filter (where status = 'completed')::int as completed,
      count(*) filter (where status = 'cancelled')::int as cancelled from deal`);
    const states = { draft: 6, reviewing: 8, subscribed: 22, contracted: 55, completed: 45, cancelled: 14 };
    expect.soft(deals[0]).toEqual(states);
    const { rows: bills } = await db.execute<{ n: number; late: number; agents: number }>(sql`select count(*)::int as n,
      count(*) filter (where status = 'pending' and payer = 'buyer' and due_at < '2026-11-20')::int as late,
      (select (100 * avg((source_type = 'agent')::int))::int from deal where subscribed_at is not null) as agents from billing`);
    expect(Math.abs(Number(bills[0]?.n) - 640)).toBeLessThan(30);
    expect(bills[0]?.late).toBe(12);
    expect(bills[0]?.agents).toBe(60);
    const { rows: owed } = await db.execute<{ all: number; states: number; compares: number; ways: number }>(sql`select
      count(*)::int as all, count(distinct status)::int as states, (select count(*)::int from developer_compare) as compares,
      (select count(distinct result)::int from developer_compare_row) as ways from account_statement`);
    expect(owed[0]).toMatchObject({ states: 7, compares: 6, ways: 6 });
    expect(Math.abs(Number(owed[0]?.all) - 46)).toBeLessThan(6);
    const { rows: wishes } = await db.execute(sql`select
      (select count(*)::int from customer where intent_estate_ids <> '[]') as wanted,
      (select count(*)::int from tracking where estate_ids <> '[]') as shown,
      (select count(*)::int from requirement where status = 'matched') as matched`);
    for (const count of Object.values(wishes[0] ?? {})) expect(count).toBeGreaterThan(30);
  });

  it("shares registered users between the platforms, 660 of them linked and 40 disabled", async () => {
    const { rows } = await db.execute(sql`select count(*) filter (where register_platform = 'web')::int as web,
      count(*) filter (where register_platform = 'h5')::int as h5,
      count(*) filter (where register_platform = 'mini_program')::int as mini,
      count(*) filter (where register_platform like 'app%')::int as app,
      count(customer_id)::int as linked, count(*) filter (where status = 'disabled')::int as disabled,
      count(*) filter (where phone_e164 !~ '^(\\+861990000|\\+81900000)\\d{4}$' or email !~ '@demo.test$')::int as real
      from customer_user`);
    expect(rows[0]).toEqual({ web: 1050, h5: 900, mini: 600, app: 450, linked: 660, disabled: 40, real: 0 });
    const { rows: halves } = await db.execute<{ late: number }>(sql`select
      count(*) filter (where registered_at > ${now.toISOString()}::timestamptz - interval '182 days')::int as late
      from customer_user`);
    expect(halves[0]?.late).toBeGreaterThan(1_600);
  });

  it("has six requests to leave that wait, one of them due in two working days, and none that the job would execute", async () => {
    const waiting = await db.select().from(unregisterRequest).where(eq(unregisterRequest.status, "pending"));
    const left = waiting.map((row) => workdaysUntil(now, new Date(row.due_at)));
    expect(left).toHaveLength(6);
    expect(left.filter((days) => days <= 2)).toEqual([2]);
    expect(await unregisterExecute.run({ services, at: now, signal: new AbortController().signal })).toMatch(/^0 /);
  });

  it("shows the first manager requests for his people's customers", async () => {
    const manager = await idOf("sales_manager@demo.test");
    const { rows } = await db.execute(sql`select r.id from transfer_request r join "user" o on o.id = r.owner_id
      join "user" m on m.id = ${manager} and m.team_id = o.team_id where r.status = 'pending'`);
    expect(rows.length).toBeGreaterThanOrEqual(2);
    const told = await db
      .select()
      .from(message)
      .where(and(eq(message.user_id, manager), eq(message.title, "转移申请待处理")));
    expect(told.length).toBeGreaterThanOrEqual(rows.length);
  });

  it("shares customers between owners, pool and recycle bin", async () => {
    const { rows } = await db.execute(sql`select count(*) filter (where owner_id is not null)::int as owned,
      count(*) filter (where owner_id is null and deleted_at is null)::int as pool,
      count(*) filter (where deleted_at is not null)::int as recycled,
      count(*) filter (where is_locked and locked_until > ${now.toISOString()})::int as locked from customer`);
    expect(rows[0]).toEqual({ owned: 816, pool: 288, recycled: 96, locked: 15 });
  });

  it("leaves last night's release nothing, the next one ten and six whose lock has run out, and the warning job those six to tell of", async () => {
    const settings = await readSettings(db);
    const dueAt = (at: string) =>
      db
        .select({ id: customer.id })
        .from(customer)
        .where(isDue(settings, new Date(at)));
    expect(await dueAt("2026-11-20T02:00:00+08:00")).toHaveLength(0);
    expect(await dueAt("2026-11-21T02:00:00+08:00")).toHaveLength(16);
    expect(await poolWarn.run({ services, at: now, signal: new AbortController().signal })).toBe("6 warned");
  });

  it("counts seven in ten follow-ups as valid", async () => {
    const [valid] = await db
      .select({ share: sql<number>`avg(is_valid::int)::float` })
      .from(tracking)
      .where(isNull(tracking.deleted_at));
    expect(valid?.share).toBeGreaterThan(0.67);
    expect(valid?.share).toBeLessThan(0.73);
  });

  it("gives every seller five schedules of today", async () => {
    const { rows } = await db.execute<{ n: number }>(sql`select count(s.id)::int as n from "user" u
      join user_role ur on ur.user_id = u.id join role r on r.id = ur.role_id and r.code = 'sales'
      left join schedule s on s.user_id = u.id and s.status = 'pending'
        and (s.start_at at time zone 'Asia/Shanghai')::date = '2026-11-20'
      where u.status = 'enabled' group by u.id`);
    expect(rows).toHaveLength(13);
    for (const row of rows) expect(row.n).toBeGreaterThanOrEqual(5);
  });

  it("has three bulk acts of today that can be undone to the last row", async () => {
    const fresh = await db
      .select()
      .from(batch)
      .where(sql`${batch.created_at} > ${now.toISOString()}::timestamptz - interval '24 hours'`)
      .orderBy(asc(batch.id));
    expect(fresh.map((row) => row.act)).toEqual(["assign", "release", "tag"]);
    for (const { id, count, user_id } of fresh.reverse()) {
      const kept = await db.select().from(batchRow).where(eq(batchRow.batch_id, id)).orderBy(asc(batchRow.row_id));
      const { data } = await (await api.as(user_id))(batchContract.undo, { params: { id } });
      expect(data).toEqual({ success: kept.map((row) => row.row_id), failed: [], batch_id: null, task: null });
      expect(kept).toHaveLength(count);
      for (const { row_id, before } of kept) {
        const [row] = await db.select().from(customer).where(eq(customer.id, row_id));
        expect(row).toMatchObject("tags" in before ? before : { owner_id: before.owner_id, pool_at: before.pool_at });
      }
    }
  });
});
