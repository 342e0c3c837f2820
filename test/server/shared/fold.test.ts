import { eq, getTableName, is, sql } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { describe, expect, test } from "vitest";
import { agent as agentContract } from "~/contract/agent/agent";
import { tag as articleTag } from "~/contract/article/tag";
import { clue as clueContract } from "~/contract/clue/clue";
import { customer as contract } from "~/contract/customer/customer";
import { customerUser as userContract } from "~/contract/customer/customer-user";
import { tracking as trackingContract } from "~/contract/customer/tracking";
import { inquiry as inquiryContract } from "~/contract/inquiry/inquiry";
import { quickReply } from "~/contract/inquiry/quick-reply";
import { search } from "~/contract/search/search";
import { staff } from "~/contract/system/staff";
import { foldText, pinyinKey } from "~/server/database/fold";
import { insertRows } from "~/server/database/insert-rows";
import { searchColumnsOf } from "~/server/database/search-texts";
import { customer } from "~/server/database/tables/customer/customer";
import { district } from "~/server/database/tables/region/geography";
import { user } from "~/server/database/tables/system/system";
import { jobsOf } from "~/server/jobs/jobs";
import { keptTexts, tablesWithKept } from "~/server/jobs/system/search-texts";
import { makeAgent } from "~/test/support/agent";
import { testApi } from "~/test/support/api";
import { makeClue } from "~/test/support/clue";
import { testDatabase } from "~/test/support/database";
import { makeEstate } from "~/test/support/estate";
import {
  days,
  makeCustomer,
  makeCustomerUser,
  makeInquiry,
  makeTracking,
  makeUser,
  testNow,
} from "~/test/support/factories";
import { rowsOf } from "~/test/support/rows";
import { signedIn } from "~/test/support/signed-in";

const { db } = testDatabase();
const { rowsIn, updateIn } = rowsOf(db);
const api = testApi(db, { now: testNow });
const { me, asMe, asAdmin } = signedIn(api, { me: { role: "sales" }, admin: { role: "super_admin" } });

/** A name as it is kept, and what people type for it. */
const pairs = [
  ["阿卜杜拉·买买提", ["阿卜杜拉•买买提", "阿卜杜拉‧买", "拉．买买", "拉・买", "拉.买买提"]],
  ["张 三丰", ["张三丰", "张　三", "三 丰"]],
  ["ＡＢＣ Ｇroup", ["abc group", "ABC", "ａｂｃ  group"]],
  ["Édouard ÄRGER", ["édouard", "ärger", "ÉDOUARD ä"]],
  ["ｱｲｳ商事", ["アイウ商事", "ｱｲｳ"]],
] as const;

describe("what readers do not see makes no difference", () => {
  test.each(pairs)("in %s", async (name, keywords) => {
    const owned = await makeCustomer(db, { name, owner_id: me.id });
    const followUp = await makeTracking(db, { customer_id: owned.id, user_id: me.id, content: `联系了${name}` });
    const account = await makeCustomerUser(db, { nickname: name });
    const asked = await makeInquiry(db, { name, assignee_id: me.id });
    const agent = await makeAgent(db, { manager_id: me.id, name });
    const lead = await makeClue(db, { agent_id: agent.id, estate_id: (await makeEstate(db)).id, customer_name: name });
    const added = await asAdmin(articleTag.create, { body: { name, color: "gray" } });
    const reply = await asAdmin(quickReply.create, { body: { title: "问候", content: `您好，${name}` } });
    for (const keyword of keywords) {
      const query = { keyword };
      for (const [as, { list }, { id }] of [
        [asMe, contract, owned],
        [asMe, trackingContract, followUp],
        [asMe, inquiryContract, asked],
        [asAdmin, clueContract, lead],
        [asAdmin, agentContract, agent],
        [asAdmin, userContract, account],
        [asAdmin, articleTag, added.data],
        [asAdmin, quickReply, reply.data],
      ] as const)
        expect((await as.unchecked(list, { query })).data, `${list.line} ${keyword}`).toMatchObject({ list: [{ id }] });
      expect((await asMe(contract.list, { query: { keyword, view: "today" } })).code).toBe(200);
      expect((await asMe(search.find, { query })).data.customers, keyword).toMatchObject([{ id: owned.id }]);
    }
  });

  test("and nothing is found that is another word", () => {
    expect(foldText("John Smith")).toBe("john smith");
    expect(foldText("张三\n李四")).toBe("张三\n李四");
    expect(foldText("王 Wang")).toBe("王 wang");
  });
});

test("names are sorted by pinyin, those that are not filled yet last", async () => {
  const names = ["Adam", "安娜", "曾国藩", "单雄信", "王伟", "王伟民", "王小明", "Zoe", "赵一"];
  for (const name of [...names].reverse()) await makeCustomer(db, { name, owner_id: me.id });
  const old = await makeCustomer(db, { name: "包旧", owner_id: me.id });
  await updateIn("customer", old.id, { name_pinyin: null });
  const listed = async (sort: "name" | "-name") =>
    (await asMe(contract.list, { query: { sort } })).data.list.map(({ name }) => name);
  const sorted = ["Adam", "安娜", "单雄信", "王伟", "王伟民", "王小明", "曾国藩", "赵一", "Zoe"];
  expect(await listed("name")).toEqual([...sorted, "包旧"]);
  expect(await listed("-name")).toEqual([...sorted.reverse(), "包旧"]);
  for (const name of ["张三", "安七", "李四"]) await makeUser(db, { name: `测试${name}` });
  const { data } = await asAdmin(staff.list, { query: { sort: "name", keyword: "测试" } });
  expect(data.list.map(({ name }) => name)).toEqual(["测试安七", "测试李四", "测试张三"]);
});

describe("what is kept of a text", () => {
  const keptNow = async () => (await rowsIn("customer"))[0];
  const runJob = async () => {
    const jobs = jobsOf(api.services, [keptTexts]);
    await jobs.runDue(testNow);
    await jobs.stop();
  };
  const expected = (name: string) => ({ name, name_fold: foldText(name), name_pinyin: pinyinKey(name) });

  test("is written by every way of writing the text", async () => {
    const row = await makeCustomer(db, { name: "ＡＢ 王" });
    expect(await keptNow()).toMatchObject(expected("ＡＢ 王"));
    await updateIn("customer", row.id, { name: "李 四" });
    expect(await keptNow()).toMatchObject(expected("李 四"));
    await updateIn("customer", row.id, { level: "A" });
    expect(await keptNow()).toMatchObject(expected("李 四"));
    await db.transaction((tx) =>
      tx
        .insert(customer)
        .values({ ...row, name: "赵" })
        .onConflictDoUpdate({ target: customer.id, set: { name: "钱 一" } }),
    );
    expect(await keptNow()).toMatchObject(expected("钱 一"));
    await db
      .delete(customer)
      .where(eq(customer.id, row.id))
      .catch(() => undefined);
    expect(() => db.update(customer).set({ name: sql`upper(name)` }).toSQL()).toThrow("name is written as SQL");
  });

  test("is written by an insert of many rows", async () => {
    await insertRows(db, user, [
      { name: "甲 乙", email: "kept@demo.test", password_hash: "", created_at: days(0), updated_at: days(0) },
    ]);
    const [row] = await rowsIn("user", eq(user.email, "kept@demo.test"));
    expect(row).toMatchObject(expected("甲 乙"));
  });

  test("is filled by a job where rows are older, of every table, and changes nothing else", async () => {
    const row = await makeCustomer(db, { name: "ＡＢ·王", updated_at: days(-3) });
    await db.execute(sql`update customer set name_fold = null, name_pinyin = null`);
    expect((await asAdmin(search.find, { query: { keyword: "·王" } })).code).toBe(200);
    await runJob();
    expect(await keptNow()).toMatchObject({ ...expected("ＡＢ·王"), updated_at: row.updated_at, version: row.version });
  });

  test("of a district is folded by the job where an older fold wrote it", async () => {
    const place = { country_code: "IS", level: 1, code: "SP", path: "/is/SP", name_zh: "圣·彼得 新城" };
    const [row] = await db
      .insert(district)
      .values({ ...place, search_text: "\n圣·彼得 新城\nspb" })
      .returning();
    await runJob();
    const mine = eq(district.id, row?.id ?? 0);
    expect(await rowsIn("district", mine)).toMatchObject([{ search_text: "\n圣.彼得新城\nspb" }]);
    await db.delete(district).where(mine);
  });

  test("is kept of tables that the job knows", async () => {
    const modules = import.meta.glob<Record<string, unknown>>("/server/database/tables/**/*.ts", { eager: true });
    const tables = Object.values(modules)
      .flatMap((one) => Object.values(one))
      .filter((one) => is(one, PgTable));
    const keeping = tables.filter((table) => searchColumnsOf(table).length).map((table) => getTableName(table));
    expect(tablesWithKept.map((table) => getTableName(table)).sort()).toEqual([...new Set(keeping)].sort());
    const { rows } = await db.execute<{ name: string }>(sql`select table_name || '.' || column_name as name
      from information_schema.columns where table_schema = 'public' and (column_name like '%\\_fold' or column_name like '%\\_pinyin')`);
    const named = tablesWithKept.flatMap((table) =>
      searchColumnsOf(table).map(({ name }) => `${getTableName(table)}.${name}`),
    );
    expect(rows.map(({ name }) => name).sort()).toEqual(named.sort());
  });
});
