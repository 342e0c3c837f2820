import { describe, expect, test } from "vitest";
import { search } from "~/contract/search/search";
import { customer } from "~/server/database/tables/customer/customer";
import { testApi } from "~/test/support/api";
import { testDatabase } from "~/test/support/database";
import { makeEstate } from "~/test/support/estate";
import { days, makeCustomer, makeUser, testNow } from "~/test/support/factories";
import { refusedAt } from "~/test/support/refused";
import { type As, signedIn } from "~/test/support/signed-in";

const { db } = testDatabase();
const api = testApi(db, { now: testNow });

const { me, colleague, asMe, asColleague, asManager } = signedIn(api, {
  me: { role: "sales", team: "一组" },
  colleague: { role: "sales", team: "一组" },
  manager: { role: "sales_manager", team: "一组" },
});

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
  expect(await namesFor(asMe)).toEqual(["云汀在售"]);
  const keeper = await makeUser(db, { permissions: ["house:estate:view", "house:estate:edit"] });
  expect(await namesFor(await api.as(keeper.id))).toEqual(["云汀下架", "云汀在售", "云汀草稿"].sort());
});

describe("customers", () => {
  test("are those in one's scope and the pool's, without the recycle bin and other teams", async () => {
    await makeCustomer(db, { name: "王我", owner_id: me.id });
    await makeCustomer(db, { name: "王同事", owner_id: colleague.id });
    await makeCustomer(db, { name: "王别队", owner_id: (await makeUser(db)).id });
    await makeCustomer(db, { name: "王公海" });
    await makeCustomer(db, { name: "王已删", owner_id: me.id, deleted_at: days(0) });
    await makeCustomer(db, { name: "王公海已删", deleted_at: days(0) });
    expect(await namesOf(asMe, "王")).toEqual(["王我", "王公海"]);
    expect((await namesOf(asManager, "王")).sort()).toEqual(["王公海", "王同事", "王我"].sort());
  });

  test("are found by number, name and contact, with the phone whole for their owner alone", async () => {
    const row = await makeCustomer(db, { name: "李明", phone: "13812345678", owner_id: colleague.id });
    const found = { id: row.id, customer_no: row.customer_no, phone: "138****5678", owner: { id: colleague.id } };
    for (const keyword of [row.customer_no.toLowerCase(), " 李明 ", "明", "5678"])
      expect(await hitsOf(asManager, keyword), keyword).toMatchObject([found]);
    const own = await makeCustomer(db, { phone: "13912345678", owner_id: me.id });
    await makeCustomer(db, { phone: "13812345679" });
    expect(await hitsOf(asMe, "13912345678")).toMatchObject([{ id: own.id, phone: "13912345678" }]);
    expect(await hitsOf(asMe, "5679")).toMatchObject([{ phone: "138****5679", owner: null }]);
  });

  test("are five at most: who is called exactly so, then one's own, then the newest", async () => {
    await makeCustomer(db, { name: "陈", created_at: days(-40) });
    await makeCustomer(db, { name: "陈自己", owner_id: me.id, created_at: days(-30) });
    for (const age of [9, 5, 7, 6, 8]) await makeCustomer(db, { name: `陈${age}`, created_at: days(-age) });
    expect(await namesOf(asMe, "陈")).toEqual(["陈", "陈自己", "陈5", "陈6", "陈7"]);
  });

  test("of a common word are the newest", async () => {
    const rows = Array.from({ length: 510 }, (_, age) => ({
      ...{ customer_no: `KH2026${age}`, name: `常见${age}`, source: "phone" },
      ...{ created_at: days(-age), pool_at: days(-age) },
    }));
    await db.insert(customer).values(rows);
    expect(await namesOf(asMe, "常见")).toEqual(["常见0", "常见1", "常见2", "常见3", "常见4"]);
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
    expect(await asMe(search.find, { query: { keyword } })).toMatchObject(refusedAt("keyword", message));
  expect(await asMe(search.find)).toMatchObject({ code: 42200 });
  for (const keyword of ["%", "_", "\\", "'", "王%"]) expect(await hitsOf(asMe, keyword)).toEqual([]);
  expect(await api.send(search.find, { query: { keyword: "王" } })).toMatchObject({ status: 401, code: 40100 });
});

test("sixty searches a minute are enough for anybody, and each has his own count", async () => {
  for (let asked = 0; asked < 60; asked += 1) expect(await hitsOf(asColleague, "王")).toEqual([]);
  const refused = { status: 429, code: 42900 };
  expect(await asColleague(search.find, { query: { keyword: "王" } })).toMatchObject(refused);
  expect(await hitsOf(asMe, "王")).toEqual([]);
});
