import { type SQL, sql } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { customer as contract } from "~/contract/customer/customer";
import { stages } from "~/contract/customer/customer-record";
import { tracking as trackingContract } from "~/contract/customer/tracking";
import type { Permission } from "~/contract/permissions";
import { search } from "~/contract/search/search";
import { foldText } from "~/server/database/fold";
import { isoInstant } from "~/server/database/tables/columns";
import { customerUser } from "~/server/database/tables/customer/audience";
import { customer, tracking } from "~/server/database/tables/customer/customer";
import { stageRank } from "~/server/database/tables/search";
import type { Caller } from "~/server/lib/caller";
import { containsText } from "~/server/lib/search";
import { matchesKeyword } from "~/server/resources/customer/customer/list/pool-list";
import { testApi } from "~/test/support/api";
import { testDatabase } from "~/test/support/database";
import { makeEstate } from "~/test/support/estate";
import { days, makeCustomer, makeTracking, makeUser, testNow } from "~/test/support/factories";
import { putArticle, putCity, putSpecial } from "~/test/support/public-pages";
import { refusedAt } from "~/test/support/refused";
import { type As, signedIn } from "~/test/support/signed-in";
import { whoMay } from "~/test/support/who-may";

const { db } = testDatabase();
const api = testApi(db, { now: testNow });
const { seller, colleague, stranger, asSales, asSeller, asColleague, asManager, asAdmin } = signedIn(api, {
  sales: { role: "sales" },
  seller: { role: "sales", team: "一组" },
  colleague: { role: "sales", team: "一组" },
  stranger: { role: "sales" },
  manager: { role: "sales_manager", team: "一组" },
  admin: { role: "super_admin" },
});

const names = [
  ...["王伟", "张伟明", "李小明", "Wang Fang", "满50%_客户", "反\\斜杠", "さくら 太郎", "𠮷田", "👪一家"],
  "长".repeat(50),
];

test.each([
  ["one character", "伟", ["王伟", "张伟明"]],
  ["two characters of the middle", "小明", ["李小明"]],
  ["a whole name", "张伟明", ["张伟明"]],
  ["characters that stand apart", "张明", []],
  ["letters of either case", "wANG", ["Wang Fang"]],
  ["a blank inside", "g f", ["Wang Fang"]],
  ["a percent sign as itself", "%", ["满50%_客户"]],
  ["an underscore as itself", "%_", ["满50%_客户"]],
  ["a backslash as itself", "\\", ["反\\斜杠"]],
  ["digits", "50", ["满50%_客户"]],
  ["kana", "さくら", ["さくら 太郎"]],
  ["kana of the other kind", "サクラ", []],
  ["a character beyond the basic plane", "𠮷", ["𠮷田"]],
  ["two of which one is", "𠮷田", ["𠮷田"]],
  ["a pictograph", "👪", ["👪一家"]],
  ["fifty characters", "长".repeat(50), ["长".repeat(50)]],
  ["fifty of which one differs", `${"长".repeat(49)}短`, []],
])("a keyword finds a name: %s", async (_what, keyword, expected) => {
  for (const name of names) await makeCustomer(db, { name });
  const { data } = await asSales(contract.pool, { query: { keyword } });
  expect(new Set(data.list.map(({ name }) => name))).toEqual(new Set(expected));
  expect(data.total).toBe(expected.length);
});

test("the index finds what a comparison of the texts finds, whatever they are made of", async () => {
  const letter = fc.constantFrom(..."王伟aA1%_\\ さé", "𠮷", "👪");
  const text = (most: number) => fc.array(letter, { minLength: 1, maxLength: most }).map((letters) => letters.join(""));
  const names = fc.sample(text(6), { numRuns: 300, seed: 4 });
  await db.execute(sql`insert into customer (customer_no, name, name_fold, source, created_at, updated_at)
    select 'KH' || place, name, fold, 'phone', now(), now()
    from unnest(${sql.param(names)}::text[], ${sql.param(names.map(foldText))}::text[]) with ordinality as one(name, fold, place)`);
  await withoutSeqScan(async (tx) => {
    for (const keyword of fc.sample(text(4), { numRuns: 100, seed: 5 })) {
      const found = await tx.select({ name: customer.name }).from(customer).where(containsText(customer.name, keyword));
      const expected = names.filter((name) => foldText(name).includes(foldText(keyword)));
      expect(found.map(({ name }) => name).sort(), keyword).toEqual(expected.sort());
    }
  });
});

test("an index serves a keyword of one, two and more characters", async () => {
  const { id: user_id } = seller;
  await db.execute(sql`insert into customer (customer_no, name, source, created_at, updated_at)
    select 'KH' || g, '客户' || g, 'phone', now(), now() from generate_series(1, 2000) g`);
  await db.execute(sql`insert into tracking (customer_id, type, content, tracked_at, user_id, is_valid, created_at, updated_at)
    select id, 'call', '电话' || id, now(), ${user_id}, true, now(), now() from customer`);
  await db.execute(sql`insert into customer_user (user_no, nickname, register_platform, registered_at, created_at, updated_at)
    select 'U-' || g, '海风' || g, 'web', now(), now(), now() from generate_series(1, 2000) g`);
  await withoutSeqScan(async (tx) => {
    for (const [index, column] of [
      ["customer_name_grams", customer.name],
      ["tracking_content", tracking.content],
      ["customer_user_nickname", customerUser.nickname],
    ] as const) {
      await tx.execute(sql`analyze ${column.table}`);
      for (const keyword of ["王", "王伟", "王小伟"]) {
        const plan = await planOf(tx, sql`select id from ${column.table} where ${containsText(column, keyword)}`);
        expect(plan, keyword).toContain(`Bitmap Index Scan on ${index}`);
      }
    }
  });
});

const someone: Caller = {
  ...{ id: 1, name: "甲", sessionId: "", teamId: null, teamIds: [], roles: [], permissions: new Set() },
  ...{ scope: () => "self", mustChangePassword: false, pools: { seen: "all", managed: [] } },
};

test("a number and a name each have their index", async () => {
  await withoutSeqScan(async (tx) => {
    for (const [keyword, contact] of [
      ["13812345678", "customer_contact_value"],
      ["5678", "customer_contact_end"],
      ["wx_hidden", "customer_contact_value"],
    ] as const)
      for (const permissions of [new Set(["customer:phone:view"] as const), new Set<never>()]) {
        const caller = { ...someone, permissions };
        const plan = await planOf(tx, sql`select id from ${customer} where ${matchesKeyword(keyword, caller)}`);
        expect(plan).toContain("BitmapOr");
        for (const index of ["customer_name_grams", "customer_no", "customer_pkey", contact])
          expect(plan, keyword).toContain(index);
      }
  });
});

test("stages are put in order as the contract has them", () => {
  const [start] = stageRank(customer.stage).queryChunks;
  expect(JSON.stringify(start)).toContain(`{${Object.keys(stages).join(",")}}`);
});

test("a common word shows the newest rows first and stops counting at ten thousand", async () => {
  const { id: named } = await makeCustomer(db, { name: "电话客户" });
  const { id: other } = await makeCustomer(db, { name: "李娜" });
  await db.execute(sql`insert into tracking (customer_id, type, content, tracked_at, user_id, is_valid, created_at, updated_at)
    select ${other}, 'phone', '电话', ${days(-9)}::timestamptz + g * interval '1 second', ${seller.id}, true, now(), now()
    from generate_series(1, 10001) g`);
  const of = { customer_id: named, user_id: seller.id };
  const newest = await makeTracking(db, { ...of, content: "微信", tracked_at: days(-1) });
  const { data } = await asAdmin(trackingContract.list, { query: { keyword: "电话" } });
  expect(data).toMatchObject({ total: 10_000, total_capped: true, summary: { count: 10_000, valid_rate: 100 } });
  expect(data.list[0]?.id).toBe(newest.id);
  const times = data.list.map(({ tracked_at }) => tracked_at);
  expect(times).toEqual([...times].sort().reverse());
  const last = await asAdmin(trackingContract.list, { query: { keyword: "电话", page: 500, sort: "tracked_at" } });
  expect(last.data.list).toHaveLength(20);
});

// The header's search.

async function hitsOf(as: As, keyword: string) {
  const reply = await as(search.find, { query: { keyword } });
  expect(reply).toMatchObject({ code: 200 });
  return reply.data.customers;
}
const namesOf = async (as: As, keyword: string) => (await hitsOf(as, keyword)).map(({ name }) => name);

test("estates are those that one's list may have: who keeps none finds what is online alone", async () => {
  await makeEstate(db, { name: "云汀在售", publish_status: "online" });
  await makeEstate(db, { name: "云汀下架", publish_status: "offline" });
  await makeEstate(db, { name: "云汀草稿", publish_status: "offline", audit_status: "draft" });
  const namesFor = async (as: As) => {
    const { estates } = (await as(search.find, { query: { keyword: "云汀" } })).data;
    return estates.map(({ name }) => name).sort();
  };
  expect(await namesFor(asSeller)).toEqual(["云汀在售"]);
  const keeper = await makeUser(db, { permissions: ["house:estate:view", "house:estate:edit"] });
  expect(await namesFor(await api.as(keeper.id))).toEqual(["云汀下架", "云汀在售", "云汀草稿"].sort());
});

test("content is found by its titles, of the kinds that one may read, the newest changes first", async () => {
  const article = await putArticle(db, "one", { title: "云汀湾岸", updated_at: isoInstant(days(-2)) });
  const ended = { title: "云汀海港", offline_at: isoInstant(days(-1)), publish_at: isoInstant(days(-3)) };
  const city = await putCity(db, "two", { ...ended, updated_at: isoInstant(days(-1)) });
  const special = await putSpecial(db, "three", { name: "云汀专题", title: "秋季", updated_at: isoInstant(days(-3)) });
  await putArticle(db, "four", { title: "云汀已删", deleted_at: isoInstant(days(0)) });
  const found = async (permissions: Permission[], keyword = "云汀") => {
    const { id } = await makeUser(db, { permissions });
    return (await (await api.as(id))(search.find, { query: { keyword } })).data.contents;
  };
  expect(await found(["article:news:view", "seo:city:view", "special:page:view"])).toMatchObject([
    { id: city.id, kind: "city_intro", title: "云汀海港", publish_status: "offline" },
    { id: article.id, kind: "article", title: "云汀湾岸", publish_status: "published" },
    { id: special.id, kind: "special", title: "秋季" },
  ]);
  expect(await found(["special:page:view"])).toMatchObject([{ id: special.id }]);
  expect(await found(["customer:info:view"])).toEqual([]);
  for (const slug of ["a", "b", "c", "d", "e"]) await putArticle(db, slug, { title: `云汀 ${slug}` });
  expect(await found(["article:news:view", "seo:city:view"])).toHaveLength(5);
});

describe("customers", () => {
  test("are those in one's scope and the pool's, without the recycle bin and other teams", async () => {
    await makeCustomer(db, { name: "王我", owner_id: seller.id });
    await makeCustomer(db, { name: "王同事", owner_id: colleague.id });
    await makeCustomer(db, { name: "王别队", owner_id: stranger.id });
    await makeCustomer(db, { name: "王公海" });
    await makeCustomer(db, { name: "王已删", owner_id: seller.id, deleted_at: days(0) });
    await makeCustomer(db, { name: "王公海已删", deleted_at: days(0) });
    expect(await namesOf(asSeller, "王")).toEqual(["王我", "王公海"]);
    expect((await namesOf(asManager, "王")).sort()).toEqual(["王公海", "王同事", "王我"].sort());
  });

  test("are found by number, name and contact, with the phone whole for their owner alone", async () => {
    const row = await makeCustomer(db, { name: "李明", phone: "13812345678", owner_id: colleague.id });
    const found = { id: row.id, customer_no: row.customer_no, phone: "138****5678", owner: { id: colleague.id } };
    for (const keyword of [row.customer_no.toLowerCase(), " 李明 ", "明", "5678"])
      expect(await hitsOf(asManager, keyword), keyword).toMatchObject([found]);
    const own = await makeCustomer(db, { phone: "13912345678", owner_id: seller.id });
    await makeCustomer(db, { phone: "13812345679" });
    expect(await hitsOf(asSeller, "13912345678")).toMatchObject([{ id: own.id, phone: "13912345678" }]);
    expect(await hitsOf(asSeller, "5679")).toMatchObject([{ phone: "138****5679", owner: null }]);
  });

  test("are five at most: who is called exactly so, then one's own, then the newest", async () => {
    await makeCustomer(db, { name: "陈", created_at: days(-40) });
    await makeCustomer(db, { name: "陈自己", owner_id: seller.id, created_at: days(-30) });
    for (const age of [9, 5, 7, 6, 8]) await makeCustomer(db, { name: `陈${age}`, created_at: days(-age) });
    expect(await namesOf(asSeller, "陈")).toEqual(["陈", "陈自己", "陈5", "陈6", "陈7"]);
  });

  test("of a common word are the newest", async () => {
    const rows = Array.from({ length: 510 }, (_, age) => ({
      ...{ customer_no: `KH2026${age}`, name: `常见${age}`, source: "phone" },
      ...{ created_at: days(-age), pool_at: days(-age) },
    }));
    await db.insert(customer).values(rows);
    expect(await namesOf(asSeller, "常见")).toEqual(["常见0", "常见1", "常见2", "常见3", "常见4"]);
  });

  test("are nobody's who may see none", async () => {
    const row = await makeCustomer(db, { name: "王伟" });
    const editor = await api.as((await makeUser(db, { role: "content_editor" })).id);
    for (const keyword of ["王伟", row.customer_no, row.phone ?? ""]) expect(await hitsOf(editor, keyword)).toEqual([]);
    const reader = await api.as((await makeUser(db, { permissions: ["customer:info:view"], scope: "all" })).id);
    expect(await hitsOf(reader, "王伟")).toEqual([]);
  });
});

test("a keyword is 1 to 50 characters of plain text", async () => {
  for (const [keyword, message] of [
    ["  ", "请输入关键词"],
    ["王".repeat(51), "关键词不能超过50个字"],
    ["王\u0000", "关键词含有不能使用的字符"],
  ])
    expect(await asSeller(search.find, { query: { keyword } })).toMatchObject(refusedAt("keyword", message));
  expect(await asSeller(search.find)).toMatchObject({ code: 42200 });
  for (const keyword of ["%", "_", "\\", "'", "王%"]) expect(await hitsOf(asSeller, keyword)).toEqual([]);
  expect(await api.send(search.find, { query: { keyword: "王" } })).toMatchObject({ status: 401, code: 40100 });
});

test("sixty searches a minute are enough for anybody, and each has his own count", async () => {
  for (let asked = 0; asked < 60; asked += 1) expect(await hitsOf(asColleague, "王")).toEqual([]);
  const refused = { status: 429, code: 42900 };
  expect(await asColleague(search.find, { query: { keyword: "王" } })).toMatchObject(refused);
  expect(await hitsOf(asSeller, "王")).toEqual([]);
});

type Tx = Parameters<Parameters<typeof db.transaction>[0]>[0];

/** Whether an index can serve, whatever the planner thinks of a small table. */
const withoutSeqScan = (work: (tx: Tx) => Promise<void>) =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    await tx.execute(sql`set local enable_indexscan = off`);
    await work(tx);
  });

async function planOf(tx: Tx, query: SQL): Promise<string> {
  const { rows } = await tx.execute<{ "QUERY PLAN": string }>(sql`explain ${query}`);
  return rows.map((row) => row["QUERY PLAN"]).join("\n");
}

whoMay(api, search, {
  find: "any",
});
