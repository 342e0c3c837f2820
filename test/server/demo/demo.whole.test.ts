import { and, asc, count, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { batch as batchContract } from "~/contract/shared/batch";
import { blacklist, customerUser, unregisterRequest, userBehavior } from "~/server/database/tables/customer/audience";
import {
  customer,
  customerOwnerLog,
  requirement,
  requirementAnnex,
  tracking,
  transferRequest,
} from "~/server/database/tables/customer/customer";
import { mansion } from "~/server/database/tables/house/property";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { notification } from "~/server/database/tables/notification/notification";
import { banner } from "~/server/database/tables/resource/advert";
import { investment, report, reportDownload, video } from "~/server/database/tables/resource/resource";
import { searchWord } from "~/server/database/tables/resource/search-word";
import { cityIntro, encyclopaedia } from "~/server/database/tables/seo/city";
import { seoArticle } from "~/server/database/tables/seo/seo-article";
import { batch, batchRow, media, message, operationLog, schedule, user } from "~/server/database/tables/system/system";
import { writeDemo } from "~/server/demo/demo";
import { agentExpire } from "~/server/jobs/agent/agent-expire";
import { poolWarn } from "~/server/jobs/customer/pool-warn";
import { unregisterExecute } from "~/server/jobs/customer/unregister-execute";
import { readSettings } from "~/server/lib/settings";
import { isDue } from "~/server/resources/customer/customer/ownership/pool-clock";
import { workdaysUntil } from "~/server/resources/shared/workdays";
import { testApi } from "~/test/support/api";
import { resetDatabase, testDatabase } from "~/test/support/database";

const { db } = testDatabase();
const now = new Date("2026-11-20T15:30:00+08:00");
const password = "Demo-pass-1";
const api = testApi(db, { now });
const { services } = api;
const write = (size: "small" | "full" = "small", at = now) => writeDemo(db, { password, size, now: at, services });

const countOf = async (table: PgTable) => (await db.select({ n: count() }).from(table))[0]?.n;
const idOf = async (email: string) => (await db.select().from(user).where(eq(user.email, email)))[0]?.id ?? 0;

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
    expect(await countOf(notification)).toBe(30 + 1 + 4);
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
    const late = await db.$count(inquiry, eq(inquiry.is_overdue, true));
    expect(Math.abs((100 * late) / 2_400 - 8)).toBeLessThan(1.5);
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
    // Duplicates are in the countries of their originals.
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
      count(*) filter (where phone_e164 !~ '^(\\+861990000|\\+81200000)\\d{4}$' or email !~ '@demo.test$')::int as real
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

  it("leaves last night's release nothing, the next one ten, and the warning job nobody to tell of", async () => {
    const settings = await readSettings(db);
    const dueAt = (at: string) =>
      db
        .select({ id: customer.id })
        .from(customer)
        .where(isDue(settings, new Date(at)));
    expect(await dueAt("2026-11-20T02:00:00+08:00")).toHaveLength(0);
    expect(await dueAt("2026-11-21T02:00:00+08:00")).toHaveLength(10);
    expect(await poolWarn.run({ services, at: now, signal: new AbortController().signal })).toBe("0 warned");
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

describe("a demo", () => {
  beforeEach(() => resetDatabase(db));

  it("is the same every time for the same moment", async () => {
    await write();
    const first = await shape();
    await resetDatabase(db);
    await write();
    expect(await shape()).toEqual(first);
  });

  it("is made shortly after midnight as well, and keeps its own rules", async () => {
    await write("full", new Date("2026-11-24T00:48:10+08:00"));
  });
});

/** What a demo is made of, in an order of its own. */
const shape = async () => ({
  customers: await db
    .select({ no: customer.customer_no, name: customer.name, owner: customer.owner_id, at: customer.pool_at })
    .from(customer)
    .orderBy(asc(customer.id)),
  owners: await db
    .select({ id: customerOwnerLog.customer_id, action: customerOwnerLog.action, at: customerOwnerLog.at })
    .from(customerOwnerLog)
    .orderBy(asc(customerOwnerLog.at), asc(customerOwnerLog.customer_id), asc(customerOwnerLog.action)),
  trackings: await db.select({ content: tracking.content }).from(tracking).orderBy(asc(tracking.id)),
  users: await db.select().from(customerUser).orderBy(asc(customerUser.id)),
  behaviors: await db
    .select({ user: userBehavior.customer_user_id, type: userBehavior.type, at: userBehavior.at })
    .from(userBehavior)
    .orderBy(asc(userBehavior.at), asc(userBehavior.customer_user_id), asc(userBehavior.type)),
  requirements: await db.select().from(requirement).orderBy(asc(requirement.id)),
  files: await db.select().from(media).orderBy(asc(media.id)),
  transfers: await db.select().from(transferRequest).orderBy(asc(transferRequest.id)),
  batches: await db.select().from(batchRow).orderBy(asc(batchRow.batch_id), asc(batchRow.row_id)),
  blacklist: await db.select().from(blacklist).orderBy(asc(blacklist.id)),
  unregisters: await db.select().from(unregisterRequest).orderBy(asc(unregisterRequest.id)),
});
