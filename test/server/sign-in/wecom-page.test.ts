import { afterEach, beforeEach, expect, test } from "vitest";
import { auth } from "~/contract/sign-in/auth";
import { wecomTicket } from "~/server/database/tables/system/system";
import { sealSetting } from "~/server/lib/settings";
import { testApi } from "~/test/support/api";
import { resetDatabase, testDatabase } from "~/test/support/database";
import { makeUser, setSetting } from "~/test/support/factories";
import { startWecom } from "~/test/support/wecom";

const { db } = testDatabase();
/** Two servers on one database. */
const [api, other] = [testApi(db), testApi(db)];
const start = new Date("2026-11-20T02:00:00Z");
const page = "https://desk.test/customer/information?stage=new&keyword=%E7%8E%8B";

let wecom: Awaited<ReturnType<typeof startWecom>>;
let token: string;

const setClock = (at: Date) => [api, other].map((one) => one.setClock(at));
const later = (seconds: number) => setClock(new Date(start.getTime() + seconds * 1000));
const sign = (url = page, at = api) => at.send(auth.jsConfig, { query: { url } }, token);
const refusedAt = (message: string) => ({
  status: 422,
  data: { errors: [{ field: "url", label: "页面地址", message }] },
});

/** What the client says to both registrations of a page. */
async function registered(at = api): Promise<string[]> {
  const { corp, agent } = (await sign(page, at)).data;
  return [wecom.register("corp", corp, page), wecom.register("agent", agent, page)];
}

beforeEach(async () => {
  await resetDatabase(db);
  setClock(start);
  wecom = await startWecom(() => api.services.now());
  for (const { services } of [api, other]) services.platforms = { wecom: wecom.url };
  await setSetting(db, "site.desk_base", "https://desk.test");
  await setSetting(db, "wecom.corp_id", "ww12345");
  await setSetting(db, "wecom.agent_id", "1000002");
  await setSetting(db, "wecom.secret", sealSetting(api.services, "wecom.secret", "hush"));
  token = await api.tokenOf((await makeUser(db, { role: "sales" })).id);
});
afterEach(() => wecom.close());

test("WeCom's client takes the signatures of company and application, each for its own page only", async () => {
  expect(await registered()).toEqual(["ok", "ok"]);
  const { data } = await sign(`${page}#part`);
  expect(data).toMatchObject({ corp_id: "ww12345", agent_id: "1000002" });
  expect(wecom.register("corp", data.corp, `${page}#part`)).toBe("ok");
  expect(wecom.register("agent", data.agent, page)).toBe("ok");
  expect(wecom.register("agent", data.corp, page)).toBe("invalid signature");
  expect(wecom.register("corp", data.corp, "https://desk.test/")).toBe("invalid signature");
});

test("all servers use one ticket until shortly before its end, and keep it sealed", async () => {
  expect(await registered()).toEqual(["ok", "ok"]);
  later(7_000);
  expect(await registered(other)).toEqual(["ok", "ok"]);
  expect(wecom.given).toEqual({ corp: 1, agent: 1 });
  later(7_145);
  await sign(page, other);
  // WeCom gives the same one until its end, so it is asked again.
  expect(wecom.given).toEqual({ corp: 2, agent: 2 });
  later(7_201);
  expect(await registered()).toEqual(["ok", "ok"]);
  expect(await registered(other)).toEqual(["ok", "ok"]);
  expect(wecom.given).toEqual({ corp: 3, agent: 3 });
  const kept = await db.select().from(wecomTicket);
  expect(kept).toHaveLength(2);
  for (const { ticket } of kept) expect(ticket).not.toMatch(/^[\da-f-]{36}$/);
});

test("tickets of another application are not used", async () => {
  await sign();
  await setSetting(db, "wecom.agent_id", "1000003");
  expect((await sign()).data.agent_id).toBe("1000003");
  expect(wecom.given).toEqual({ corp: 2, agent: 2 });
});

test("only pages of this origin are signed", async () => {
  const foreign = refusedAt("只能为本系统的页面签名");
  for (const url of [
    "https://evil.test/customer",
    "http://desk.test/customer",
    "https://desk.test:8443/",
    "https://desk.test@evil.test/",
    "https://desk.test.evil.test/",
    "http://test.local/",
  ])
    expect([url, await sign(url)]).toMatchObject([url, foreign]);
  expect(await sign("javascript:alert(1)")).toMatchObject(refusedAt("页面地址须以 http:// 或 https:// 开头"));
  await setSetting(db, "site.desk_base", "");
  expect((await sign("https://test.local/customer")).code).toBe(200);
  expect(await sign("https://desk.test/customer")).toMatchObject(foreign);
  expect(wecom.given).toEqual({ corp: 1, agent: 1 });
});

test("without WeCom, its application or its answer, there is no signature", async () => {
  wecom.state.isDown = "cut";
  expect(await sign()).toMatchObject({ status: 503, code: 50300 });
  await setSetting(db, "wecom.agent_id", "");
  expect(await sign()).toMatchObject({ status: 404, code: 40400, message: "尚未配置企业微信" });
  await setSetting(db, "wecom.agent_id", "1000002");
  await setSetting(db, "wecom.corp_id", "");
  expect(await sign()).toMatchObject({ status: 404, code: 40400 });
});
