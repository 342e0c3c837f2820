import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { currency } from "~/contract/region/currency";
import { setting } from "~/contract/system/setting";
import { currencyRateLog, currency as table } from "~/server/database/tables/region/geography";
import { message } from "~/server/database/tables/system/system";
import { currencyRefresh } from "~/server/jobs/region/currency-refresh";
import { desk } from "~/test/support/desk";
import { days, makeCustomer, makeUser, setSetting } from "~/test/support/factories";
import { startReceiver } from "~/test/support/receiver";
import { refusedAt } from "~/test/support/refused";
import type { As } from "~/test/support/signed-in";

const { db, api, keeper, asKeeper, whoMay, logLines, runJob } = desk({
  keeper: { role: "estate_manager", name: "陈房源" },
});
let answer: { status?: number; body?: string } | "hang" = {};
let receiver: Awaited<ReturnType<typeof startReceiver>>;

beforeAll(async () => {
  receiver = await startReceiver(() => answer);
  api.services.outward = receiver.outward;
});
afterAll(() => receiver.close());

async function of(code: string) {
  const [row] = await db.select().from(table).where(eq(table.code, code));
  if (!row) throw new Error(`no ${code}`);
  return row;
}
async function setRate(as: As, code: string, rate: string, more: object = {}) {
  const { id, version } = await of(code);
  return as(currency.setRate, { params: { id }, body: { rate, version, ...more } });
}
const log = () => db.select().from(currencyRateLog).orderBy(currencyRateLog.id);

test("a rate is set with its line in both logs; a large change only when it is said twice", async () => {
  expect((await setRate(asKeeper, "JPY", "0.0506")).data).toMatchObject({ rate_to_cny: "0.05060000", version: 2 });
  const refused = await setRate(asKeeper, "JPY", "0.06");
  expect(refused).toMatchObject(refusedAt("rate", "汇率由0.0506改为0.06，变动+18.58%，超过10%，请再次确认"));
  expect((await setRate(asKeeper, "JPY", "0.06", { confirm: true })).data.rate_to_cny).toBe("0.06000000");
  expect((await of("JPY")).rate_at).toBe("2026-11-20T12:00:00.000+08:00");
  expect(await log()).toMatchObject([
    { code: "JPY", rate: "0.05060000", source: "manual", by: keeper.id },
    { code: "JPY", rate: "0.06000000", source: "manual", by: keeper.id },
  ]);
  const lines = await logLines();
  expect(lines.map(({ changes }) => changes)).toEqual([
    [{ field: "rate_to_cny", label: "汇率", before: "0.046", after: "0.0506" }],
    [{ field: "rate_to_cny", label: "汇率", before: "0.0506", after: "0.06" }],
  ]);
  // The same once more says nothing new.
  expect((await setRate(asKeeper, "JPY", "0.06")).data.version).toBe(3);
  expect(await log()).toHaveLength(2);
});

test("a rate that was read before another's change is not written over", async () => {
  expect((await setRate(asKeeper, "USD", "7.2")).code).toBe(200);
  expect(await setRate(asKeeper, "USD", "7.3", { version: 1 })).toMatchObject({
    code: 40901,
    data: { rate: "7.2", rate_to_cny: "7.20000000", version: 2 },
  });
  const { id, version } = await of("EUR");
  const both = await Promise.all(
    ["8.3", "8.4"].map((rate) => asKeeper(currency.setRate, { params: { id }, body: { rate, version } })),
  );
  expect(both.map(({ code }) => code).sort()).toEqual([200, 40901]);
});

test("bad rates are refused on their field, and CNY stays 1", async () => {
  for (const rate of ["0", "0.00000000", "-1", "1.123456789", "1e3", "abc", "", "1234567890123"])
    expect(await setRate(asKeeper, "JPY", rate), rate).toMatchObject(refusedAt("rate"));
  expect(await setRate(asKeeper, "CNY", "1.01")).toMatchObject(refusedAt("rate", "本位币的汇率固定为1"));
  const { id, version, name_zh, symbol, digits } = await of("CNY");
  const body = { name_zh, symbol, digits, version, rate_source: "auto" as const };
  expect(await asKeeper(currency.update, { params: { id }, body })).toMatchObject(refusedAt("rate_source"));
  for (const endpoint of [currency.disable, currency.remove])
    expect(await asKeeper(endpoint, { params: { id } })).toMatchObject({ code: 42200 });
  expect(await log()).toEqual([]);
});

test("a currency is deleted unless something names it, added again, edited, taken out of use and back", async () => {
  const { id } = await of("HKD");
  expect(await asKeeper(currency.remove, { params: { id } })).toMatchObject({
    code: 40904,
    message: "存在关联数据，不能删除（国家/地区 1）",
  });
  const krona = await of("SEK");
  await makeCustomer(db, { budget_currency: "SEK" });
  expect((await asKeeper(currency.remove, { params: { id: krona.id } })).message).toContain("客户 1");
  const { id: rial } = await of("KPW");
  await db.execute(sql`update country set currency_code = null where currency_code = 'KPW'`);
  expect((await asKeeper(currency.remove, { params: { id: rial } })).code).toBe(200);
  await db.execute(sql`update country set currency_code = 'KPW' where code = 'KP'`);

  const facts = { name_zh: "朝鲜圆", symbol: "KPW", digits: 2, rate_to_cny: "0.00789" };
  for (const [body, field] of [
    [{ code: "XAU" }, "code"],
    [{ code: "usd" }, "code"],
    [{ code: "KPW", digits: 1 }, "digits"],
    [{ code: "KPW", rate_to_cny: "0" }, "rate_to_cny"],
    [{ code: "KPW", name_zh: "" }, "name_zh"],
  ] as const)
    expect(await asKeeper(currency.create, { body: { ...facts, ...body } })).toMatchObject(refusedAt(field));
  expect(await asKeeper(currency.create, { body: { ...facts, code: "USD" } })).toMatchObject({ code: 40900 });
  const made = await asKeeper(currency.create, { body: { ...facts, code: "KPW" } });
  const params = { id: made.data.id };
  const body = { name_zh: "朝鲜元", symbol: "₩", digits: 0, is_common: true, sort: 5, version: 1 };
  const edited = await asKeeper(currency.update, { params, body });
  expect(edited.data).toMatchObject({ ...body, version: 2, rate_source: "manual", rate_to_cny: "0.00789000" });
  expect(await asKeeper(currency.update, { params, body })).toMatchObject({ code: 40901, data: { version: 2 } });
  expect((await asKeeper(currency.disable, { params })).data).toMatchObject({ status: "disabled", version: 3 });
  expect(await asKeeper(currency.disable, { params })).toMatchObject({ code: 40902 });
  const { data: offered } = await asKeeper(currency.rates);
  expect(offered.map(({ code }) => code).slice(0, 3)).toEqual(["CNY", "JPY", "USD"]);
  expect(offered.some(({ code }) => code === "KPW")).toBe(false);
  expect((await asKeeper(currency.enable, { params })).data.status).toBe("enabled");
  expect(await asKeeper(currency.enable, { params: { id: 987654321 } })).toMatchObject({ code: 40400 });
});

test("finance reads and sets rates, and nothing else", async () => {
  const asFinance = await api.as((await makeUser(db, { role: "finance" })).id);
  const { data } = await asFinance(currency.list, { query: { keyword: "jpy" } });
  expect(data.list).toMatchObject([
    { code: "JPY", can: { edit: false, rate: true, enable: false, disable: false, delete: false } },
  ]);
  expect((await setRate(asFinance, "JPY", "0.047")).code).toBe(200);
});

test("the list finds by words and shows common ones first", async () => {
  const codes = async (query: object) => (await asKeeper(currency.list, { query })).data.list.map(({ code }) => code);
  expect((await codes({})).slice(0, 4)).toEqual(["CNY", "JPY", "USD", "EUR"]);
  expect(await codes({ keyword: "泰铢" })).toEqual(["THB"]);
  expect(await codes({ common: true, page_size: 50 })).toHaveLength(11);
  expect((await codes({ sort: "-code" }))[0]).toBe("ZWG");
});

test("a history begins with what held when the days began", async () => {
  const { id } = await of("THB");
  const history = async (span?: 30 | 90 | 365) =>
    (await asKeeper(currency.history, { params: { id }, query: { days: span } })).data;
  // Set by nobody yet, and on this very day.
  expect(await history()).toEqual({ code: "THB", before: null, list: [] });
  const line = { code: "THB", source: "auto" } as const;
  await db.insert(currencyRateLog).values([
    { ...line, rate: "0.2", at: days(-100) },
    { ...line, rate: "0.21", at: days(-40) },
    { ...line, rate: "0.22", source: "manual", by: keeper.id, at: days(-1) },
    { ...line, code: "USD", rate: "7", at: days(-1) },
  ]);
  expect(await history()).toMatchObject({
    before: { rate: "0.20000000" },
    list: [
      { rate: "0.21000000", source: "auto", by: null },
      { rate: "0.22000000", source: "manual", by: { id: keeper.id, name: "陈房源" } },
    ],
  });
  expect(await history(30)).toMatchObject({ before: { rate: "0.21000000" }, list: [{ rate: "0.22000000" }] });
  // A span that is not offered.
  const strange = await asKeeper.unchecked(currency.history, { params: { id }, query: { days: 7 } });
  expect(strange).toMatchObject(refusedAt("days"));
});

/** These go by the source, whose rates lie near what they are worth. */
async function automatic(...codes: string[]) {
  for (const code of codes) await db.update(table).set({ rate_source: "auto" }).where(eq(table.code, code));
}
const bank = (day: string, rates: Record<string, string>) => ({
  body: `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
<gesmes:subject>Reference rates</gesmes:subject><Cube><Cube time='${day}'>
${Object.entries(rates)
  .map(([code, rate]) => `<Cube currency='${code}' rate='${rate}'/>`)
  .join("\n")}
</Cube></Cube></gesmes:Envelope>`,
});

test("rates come from the European Central Bank, but for those that jump, are not quoted, or are kept by hand", async () => {
  expect(await asKeeper(currency.refresh)).toMatchObject({ code: 40000, message: "未配置汇率来源，请在设置中心配置" });
  await setSetting(db, "currency.provider", "ecb");
  await automatic("JPY", "USD", "EUR", "AED", "THB");
  answer = bank("2026-11-19", { CNY: "8.2500", JPY: "180.00", USD: "1.3000", THB: "37.5", GBP: "0.5" });
  const { code, data } = await asKeeper(currency.refresh);
  expect(code).toBe(200);
  const dollar = await of("USD");
  expect(data).toEqual({
    quoted: "2026-11-19",
    updated: [{ code: "JPY", before: "0.04600000", after: "0.04583333" }],
    unchanged: ["EUR", "THB"],
    skipped: [
      {
        ...{ id: dollar.id, version: 1, code: "USD", name_zh: "美元" },
        ...{ before: "7.10000000", after: "6.34615385", percent: "-10.62" },
      },
    ],
    missing: ["AED"],
  });
  expect(receiver.received.at(-1)).toMatchObject({
    host: "www.ecb.europa.eu",
    path: "/stats/eurofxref/eurofxref-daily.xml",
  });
  expect(await of("JPY")).toMatchObject({ rate_to_cny: "0.04583333", version: 2 });
  expect((await of("GBP")).rate_to_cny).toBe("9.40000000");
  expect(await log()).toMatchObject([{ code: "JPY", source: "auto", by: null }]);
  expect(await logLines()).toMatchObject([{ user_id: keeper.id, summary: "自动更新汇率：1种" }]);
});

test("rates come from an address that answers base and rates, whatever numbers it writes", async () => {
  await setSetting(db, "currency.provider", "https://receiver.example.com/v6/{base}?key=1");
  await automatic("JPY", "USD", "IRR");
  answer = { body: '{"base_code":"CNY","rates":{"CNY":1,"JPY":2.2e1,"usd":"0.14","IRR":5917.1597633136095,"EUR":-1}}' };
  const { data } = await asKeeper(currency.refresh);
  expect(receiver.received.at(-1)?.path).toBe("/v6/CNY?key=1");
  expect(data).toMatchObject({
    quoted: null,
    updated: [
      { code: "JPY", after: "0.04545455" },
      { code: "USD", after: "7.14285714" },
    ],
    unchanged: ["IRR"],
  });
});

test.each([
  ["an answer that is none", { body: "<html>sign in</html>" }, "没有人民币的汇率"],
  ["an answer cut off", { body: bank("2026-11-19", { CNY: "8" }).body.slice(0, -60) }, "应答内容无法识别"],
  ["a source that stands still", bank("2026-10-01", { CNY: "8.2", JPY: "180" }), "数据停留在2026-10-01"],
  ["a source without CNY", bank("2026-11-19", { JPY: "180" }), "没有人民币的汇率"],
  ["a fault", { status: 500, body: "" }, "应答状态为500"],
  ["silence", "hang" as const, "无法访问（超时无应答）"],
])("%s is a refusal that writes nothing", async (_, given, said) => {
  await setSetting(db, "currency.provider", "ecb");
  await automatic("JPY");
  answer = given;
  if (given === "hang") api.services.outward = { ...receiver.outward, limit: 50 };
  expect(await asKeeper(currency.refresh)).toMatchObject({
    status: 503,
    code: 50300,
    message: `汇率来源${said}，没有更新任何汇率`,
  });
  api.services.outward = receiver.outward;
  expect(await log()).toEqual([]);
});

test("the source is the bank or an https address", async () => {
  const asAdmin = await api.as((await makeUser(db, { role: "super_admin" })).id);
  const set = (value: string) => asAdmin(setting.update, { body: { items: [{ key: "currency.provider", value }] } });
  for (const value of ["boc", "http://rates.example.com/", "ftp://rates.example.com/", "https://"])
    expect(await set(value), value).toMatchObject(refusedAt("currency.provider", "须为 ecb 或 https 地址"));
  for (const value of ["ecb", "https://rates.example.com/v6/latest/{base}", ""]) {
    expect((await set(value)).code, value).toBe(200);
    expect((await asKeeper(currency.list)).data.has_provider).toBe(value !== "");
  }
});

test("a source inside is not asked", async () => {
  await setSetting(db, "currency.provider", "https://receiver.example.com/");
  const before = receiver.received.length;
  api.services.outward = { ...receiver.outward, isAllowed: undefined };
  const { message: said } = await asKeeper(currency.refresh);
  api.services.outward = receiver.outward;
  expect(said).toBe("汇率来源无法访问（不能发往内网或保留地址），没有更新任何汇率");
  expect(receiver.received.length).toBe(before);
});

test("the morning's job sets rates, and tells those who keep them once a day what they must look at", async () => {
  const finance = await makeUser(db, { role: "finance" });
  await makeUser(db, { role: "sales" });
  await makeUser(db, { role: "finance", status: "disabled" });
  const turn = () => runJob(currencyRefresh);
  expect(await turn()).toBe("no source");
  await setSetting(db, "currency.provider", "ecb");
  await automatic("JPY", "USD");
  answer = { status: 500 };
  await expect(turn()).rejects.toThrow("应答状态为500");
  answer = bank("2026-11-19", { CNY: "8.25", JPY: "180", USD: "1.3" });
  expect(await turn()).toBe("1 set, 1 to be confirmed, 0 not quoted");
  expect(await turn()).toBe("0 set, 1 to be confirmed, 0 not quoted");
  const shown = await db.select().from(message).orderBy(message.id);
  expect(shown.map(({ user_id, title }) => [user_id, title])).toEqual([
    [keeper.id, "汇率自动更新失败"],
    [finance.id, "汇率自动更新失败"],
    [keeper.id, "1个币种的汇率变动过大，待确认"],
    [finance.id, "1个币种的汇率变动过大，待确认"],
  ]);
  expect(shown.at(-1)).toMatchObject({
    category: "system",
    content: "USD 7.1→6.34615385（-10.62%）。未自动更新，请核实后手工修改。",
    link: "/regionalManage/currencyList",
  });
  expect(await logLines()).toMatchObject([{ user_id: null, user_name: "系统" }]);
});

const keepers = "EM SE" as const;
const withRates = "EM SE FI" as const;
whoMay(
  currency,
  {
    ...{ list: withRates, rates: withRates, history: withRates, setRate: withRates, refresh: withRates },
    ...{ create: keepers, update: keepers, remove: keepers, enable: keepers, disable: keepers },
  },
  { "/regionalManage/currencyList": withRates },
);
