import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { clue as clueContract } from "~/contract/clue/clue";
import { customer as contract } from "~/contract/customer/customer";
import { type Endpoint, file } from "~/contract/endpoint";
import { metaOf } from "~/contract/field";
import { notification } from "~/contract/notification/notification";
import { permissions } from "~/contract/permissions";
import { search } from "~/contract/search/search";
import { listCount } from "~/contract/shared/list-count";
import { option } from "~/contract/shared/option";
import { user } from "~/server/database/tables/system/system";
import { served } from "~/server/resources/areas";
import { addContacts } from "~/server/resources/customer/customer/contact/contacts";
import { makeAccount, makeAgent } from "~/test/support/agent";
import { testApi } from "~/test/support/api";
import { makeClue } from "~/test/support/clue";
import { testDatabase } from "~/test/support/database";
import { makeEstate } from "~/test/support/estate";
import {
  days,
  makeBlacklist,
  makeCustomer,
  makeCustomerUser,
  makeInquiry,
  makeRequirement,
  makeTracking,
  makeUnregister,
  makeUser,
  setSetting,
  testNow,
} from "~/test/support/factories";
import { type As, signedIn } from "~/test/support/signed-in";

const { db } = testDatabase();
const api = testApi(db, { now: testNow });

const shows = ["customer:phone:view", "agent:agent:edit", "agent:account:manage"] as const;
const { me, asMe, asReader, asHolder } = signedIn(api, {
  me: { role: "sales", team: "一组" },
  reader: { permissions: permissions.filter((code) => !shows.some((one) => one === code)), scope: "all" },
  holder: { permissions, scope: "all" },
});

const shapeOf = ({ query }: Endpoint) => (query instanceof z.ZodObject ? query.shape : {}) as Record<string, z.ZodType>;
const withKeyword = served
  .map(({ endpoint }) => endpoint)
  .filter((one) => one.permission !== "public" && "keyword" in shapeOf(one));
const findsContacts = (one: Endpoint) => metaOf(shapeOf(one).keyword).findsContacts === true;

const number = "13912348841";
const parts = ["1391234", "12348841", "39123488"];
const wholes = [
  ...[number, "139 1234 8841", "+86 139-1234-8841", "8613912348841", "008613912348841", "１３９１２３４８８４１"],
  "139.1234.8841",
];
const name = "藏名";

/** Somebody else's records of every kind that are found by a contact, all with one number. */
async function makeWorld() {
  const { id: owner_id } = await makeUser(db, { role: "sales" });
  const contacts = { phone: number, email: "hidden@demo.test" };
  const owned = await makeCustomer(db, { name: `${name}客户`, owner_id, ...contacts, wechat: "wx_hidden" });
  await makeCustomer(db, { name: `${name}公海`, ...contacts });
  await makeCustomer(db, { name: `${name}回收`, ...contacts, deleted_at: days(-1), last_owner_id: owner_id });
  await makeTracking(db, { customer_id: owned.id, user_id: owner_id, content: name });
  await makeRequirement(db, { customer_id: owned.id });
  const account = await makeCustomerUser(db, { nickname: `${name}用户`, ...contacts, status: "unregistering" });
  await makeUnregister(db, { customer_user_id: account.id, phone: null, email: null, detail: name });
  await makeBlacklist(db, { type: "phone", value: `+86${number}`, detail: name, customer_id: owned.id });
  await makeInquiry(db, { name: `${name}询盘`, ...contacts, assignee_id: owner_id });
  const agent = await makeAgent(db, {
    manager_id: owner_id,
    name: `${name}代理`,
    ...{ contact_phone: number, contact_phone_e164: `+86${number}`, contact_phone_last4: "8841" },
  });
  await makeAccount(db, {
    agent_id: agent.id,
    name: `${name}账号`,
    ...{ login_phone: number, login_phone_e164: `+86${number}`, login_phone_last4: "8841" },
  });
  const { id: estate_id } = await makeEstate(db);
  await makeClue(db, { agent_id: agent.id, estate_id, customer_name: `${name}报备`, phone: number });
  return { agent, owned };
}

const ownViews: Readonly<Record<string, object[]>> = {
  "/api/customer/information": [{}, { view: "pool" }, { trashed: "only" }],
  "/crm/community/options": [{ scenes: "customers,customer_users" }],
};

/** What a list tells under a keyword, in each of its views that has other rows. */
async function shown(as: As, endpoint: Endpoint, keyword: string, id: number): Promise<string> {
  const answers = [];
  for (const view of ownViews[endpoint.path] ?? [{}])
    answers.push(await as.unchecked(endpoint, { params: { agent_id: String(id) }, query: { ...view, keyword } }));
  return JSON.stringify(answers.map(({ data }) => data));
}

/** The lists that find one of those records. */
async function findingLists(as: As, keyword: string, agentId: number) {
  const found: string[] = [];
  for (const endpoint of lists)
    if ((await shown(as, endpoint, keyword, agentId)).includes(name)) found.push(endpoint.line);
  return found.sort();
}

const lists = withKeyword.filter(({ method, reply }) => method === "GET" && reply !== file);
/** Of the options the scenes say whether they find contacts. */
const isDoor = (one: Endpoint) => findsContacts(one) || one === option.community;
/** What they show in full to all users of the list. */
const isOpen = ({ path }: Endpoint) => path === "/api/system/user" || path === "/api/system/broker";

const lift = async () => {
  await setSetting(db, "customer.contact_searches_minute", 600);
  await setSetting(db, "customer.contact_searches_day", 10_000);
};

test("no part of a number finds anything at any door, and the whole of it nothing for whoever may not see it", async () => {
  const { agent } = await makeWorld();
  await lift();
  for (const [as, keywords] of [
    [asReader, [number, ...parts]],
    [asHolder, parts],
  ] as const)
    for (const keyword of keywords) expect(await findingLists(as, keyword, agent.id), keyword).toEqual([]);
});

test("each door finds by the last four digits, and by a whole contact where it is shown; no list but the doors does", async () => {
  const { agent } = await makeWorld();
  await lift();
  // Nobody waits in a conversation here.
  const doors = lists.filter((one) => isDoor(one) && !isOpen(one) && !one.path.includes("/chat/"));
  const lines = doors.map(({ line }) => line).sort();
  expect(await findingLists(asReader, "8841", agent.id)).toEqual(lines);
  expect(await findingLists(asHolder, number, agent.id)).toEqual(lines);
});

test("a number is found however it is written", async () => {
  const row = await makeCustomer(db, { name, owner_id: me.id, phone: number });
  for (const keyword of wholes) {
    const { data } = await asMe(contract.list, { query: { keyword } });
    expect(data, keyword).toMatchObject({ list: [{ id: row.id }] });
  }
});

test("a number that is none is found as it was written", async () => {
  const row = await makeCustomer(db, { name, owner_id: me.id, phone_cc: "86", phone: "12345678" });
  expect(row).toMatchObject({ phone: "12345678", phone_e164: null, phone_last4: null });
  const { data } = await asMe(contract.list, { query: { keyword: "12345678" } });
  expect(data).toMatchObject({ list: [{ id: row.id }] });
});

describe("a customer", () => {
  const ids = { wechat: "WX_Hidden", email: "Hidden@Demo.test", line_id: "line.hidden" };
  const contacts = { phone2: "13800001111", ...ids, whatsapp: "+8613600002222" };
  const found = async (as: As, keyword: string) => {
    const query = { keyword };
    const { list } = (await as(contract.list, { query })).data;
    return [list.length, (await as(search.find, { query })).data.customers.length];
  };

  test("is found by every contact that the check knows, and by those of whom was merged into them", async () => {
    const row = await makeCustomer(db, { owner_id: me.id, ...contacts });
    await addContacts(db, row.id, [
      { type: "phone", value: "+8613700003333" },
      { type: "email", value: "former@demo.test" },
    ]);
    const former = ["13700003333", "3333", "former@demo.test"];
    for (const keyword of [...Object.values(contacts), ...former, "1111", "2222", "wx_hidden", "ＷＸ_hidden"])
      expect(await found(asMe, keyword), keyword).toEqual([1, 1]);
    for (const keyword of ["wx_hidde", "hidden@demo", "line.hid", "1380000", "0001111"])
      expect(await found(asMe, keyword), keyword).toEqual([0, 0]);
  });

  test("of others is found by an id as a whole and by the ends of numbers, by whole numbers for who may see them", async () => {
    await makeCustomer(db, { owner_id: (await makeUser(db)).id, ...contacts });
    for (const keyword of ["wx_hidden", "hidden@demo.test", "line.hidden", "1111", "2222"])
      expect(await found(asReader, keyword), keyword).toEqual([1, 1]);
    for (const keyword of ["13800001111", "13600002222"]) {
      expect(await found(asReader, keyword), keyword).toEqual([0, 0]);
      expect(await found(asHolder, keyword), keyword).toEqual([1, 1]);
    }
  });

  test("whose WeChat id is a phone is not betrayed by it", async () => {
    await makeCustomer(db, { owner_id: (await makeUser(db)).id, wechat: "13500004444" });
    expect(await found(asReader, "13500004444")).toEqual([0, 0]);
    expect(await found(asHolder, "13500004444")).toEqual([1, 1]);
  });

  test("out of the scope of whoever may see numbers is not found through a follow-up", async () => {
    const manager = await makeUser(db, { role: "sales_manager", team_id: me.team_id });
    const row = await makeCustomer(db, { name, owner_id: (await makeUser(db)).id, phone: number });
    await makeTracking(db, { customer_id: row.id, user_id: me.id });
    const doors = lists.filter(({ path }) => path === "/api/customer/tracking");
    expect(doors).toHaveLength(1);
    for (const endpoint of doors)
      expect(await shown(await api.as(manager.id), endpoint, number, 0)).not.toContain(name);
  });
});

describe("the budget of one person", () => {
  const sorts = [number, "1234567", "wx_hidden", "hidden@demo.test", "line.hidden"];
  const free = ["王伟", "8841", "139123", "KH2611290001", "王 13912348841"];
  const asked = (as: As, keyword: string) => as(contract.list, { query: { keyword } });

  test("is counted at every door, with the header's search and both checks", async () => {
    await setSetting(db, "customer.contact_searches_minute", 1);
    expect(await asked(asHolder, number)).toMatchObject({ code: 200 });
    const open: string[] = [];
    const send = async (endpoint: Endpoint, keyword: string) => {
      const params = Object.fromEntries([...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, one]) => [one ?? "", "1"]));
      const query = { keyword, scenes: endpoint === option.community ? "customers" : undefined, reason: "核对名单" };
      // What acts on all that is found takes the filter as well.
      const act = { count: 1, user_id: 1, user_ids: [1], reason: "too_many", add: [], remove: [] };
      const body = endpoint.method === "GET" ? undefined : act;
      return (await asHolder.unchecked(endpoint, { params, query, body })).code;
    };
    for (const endpoint of withKeyword.filter(isDoor)) {
      if ((await send(endpoint, number)) !== 42900) open.push(endpoint.line);
      if ((await send(endpoint, "王")) === 42900) open.push(`${endpoint.line}: 王`);
    }
    expect(open).toEqual([]);
    const filter = `keyword=${number}`;
    for (const [endpoint, body] of [
      [contract.check, { phone: number }],
      [clueContract.check, { agent_id: 1, estate_id: 1, phone_cc: "86", phone: number }],
      [notification.estimate, { audience: "user", scope: "filter", filter, channels: [] }],
    ] as const)
      expect(await asHolder.unchecked(endpoint, { body }), endpoint.line).toMatchObject({ code: 42900 });
    const counted = await asHolder(listCount.count, { body: { list: contract.list.line, queries: [filter] } });
    expect(counted.data).toMatchObject([{ total: null, message: "操作过于频繁，请稍后再试" }]);
    expect(await asked(asMe, number)).toMatchObject({ code: 200 });
  });

  test("is of what may be a whole contact alone", async () => {
    await setSetting(db, "customer.contact_searches_minute", sorts.length);
    const expectAll = async (keywords: string[], code: number) => {
      for (const keyword of keywords) expect(await asked(asMe, keyword), keyword).toMatchObject({ code });
    };
    await expectAll([...free, ...free, ...sorts], 200);
    await expectAll(sorts, 42900);
    await expectAll(free, 200);
  });

  test("is sixty a minute and three hundred a day, at all nodes together and after a restart", async () => {
    const again = testApi(testDatabase().db, { now: testNow });
    const asAgain = await again.as(me.id);
    for (let turn = 0; turn < 30; turn++) {
      expect(await asked(asMe, number)).toMatchObject({ code: 200 });
      expect(await asAgain(contract.check, { body: { phone: number } })).toMatchObject({ code: 200 });
    }
    for (const as of [asMe, asAgain, await testApi(db, { now: testNow }).as(me.id)])
      expect(await asked(as, number)).toMatchObject({ code: 42900 });
    await setSetting(db, "customer.contact_searches_minute", 600);
    await setSetting(db, "customer.contact_searches_day", 60);
    expect(await asked(asMe, number)).toMatchObject({ code: 42900 });
    await setSetting(db, "customer.contact_searches_day", 300);
    expect(await asked(asMe, number)).toMatchObject({ code: 200 });
  });
});

test("numbers of staff and brokers, which their lists show, are found as a whole", async () => {
  await db
    .update(user)
    .set({ phone: number, phone_cc: "86", phone_e164: `+86${number}`, name })
    .where(eq(user.id, me.id));
  const [staff] = lists.filter(isOpen);
  if (!staff) return expect.fail();
  expect(await shown(asReader, staff, number, 0)).toContain(name);
});
