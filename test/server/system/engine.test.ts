import { asc } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { article } from "~/contract/article/article";
import { category } from "~/contract/article/category";
import { estate } from "~/contract/house/estate";
import { batch } from "~/contract/shared/batch";
import { engine } from "~/contract/system/engine";
import { setting } from "~/contract/system/setting";
import { isoInstant } from "~/server/database/tables/columns";
import { databaseFlag, outbox } from "~/server/database/tables/system/system";
import { publishScheduled } from "~/server/jobs/content/publish-scheduled";
import { sealSetting } from "~/server/lib/settings";
import { engineSender } from "~/server/outbox/outbox";
import { contentOf } from "~/test/support/content-life";
import { desk } from "~/test/support/desk";
import { makeMedia } from "~/test/support/factories";
import { type Asked, startPlatform } from "~/test/support/platform";
import { putSpecial } from "~/test/support/public-pages";
import { startReceiver } from "~/test/support/receiver";

const work = desk({
  admin: { role: "super_admin", name: "林管理" },
  editor: { role: "content_editor", name: "林编辑" },
});
const { db, api, editor, asAdmin, asEditor, at, make, runDue, setSetting, whoMay } = work;
const site = "https://receiver.example.com";
const key = "a1b2c3d4e5f6";

/** What the engines answer to the next push; a stand-in takes what the engine's documents name, and nothing else. */
let answers: { indexnow: number; baidu: object };
let platform: Awaited<ReturnType<typeof startPlatform>>;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let keyFile: { status?: number; body?: string };

function indexNow({ method, headers, body }: Asked) {
  const sent = JSON.parse(body);
  const isRight =
    method === "POST" &&
    headers["content-type"] === "application/json; charset=utf-8" &&
    sent.host === new URL(site).host &&
    sent.key === key &&
    sent.keyLocation === `${site}/${key}.txt` &&
    Object.keys(sent).length === 4 &&
    sent.urlList.every((url: string) => url.startsWith(`${site}/`));
  return { status: isRight ? answers.indexnow : 422, json: {} };
}
function baidu({ method, headers, query, body }: Asked) {
  if (query.get("token") !== "BaiduToken1") return { status: 401, json: { error: 401, message: "token is not valid" } };
  const isRight =
    method === "POST" && headers["content-type"] === "text/plain" && query.get("site") === site && query.size === 2;
  if (!isRight) return { status: 400, json: { error: 400, message: "site error" } };
  return { json: { remain: 99, success: body.split("\n").length, ...answers.baidu } };
}

beforeAll(async () => {
  platform = await startPlatform((asked) =>
    asked.path === "/indexnow" ? indexNow(asked) : asked.path === "/urls" ? baidu(asked) : { status: 404, json: {} },
  );
  receiver = await startReceiver(({ path }) => (path === `/${key}.txt` ? keyFile : { status: 404 }));
  api.services.platforms = { indexnow: platform.url, baidu: platform.url, limit: 2_000 };
  api.services.outward = receiver.outward;
});
afterAll(() => {
  platform.close();
  receiver.close();
});
beforeEach(async () => {
  platform.asked.length = 0;
  answers = { indexnow: 200, baidu: {} };
  keyFile = { body: `${key}\n` };
  await setSetting("site.main_base", `${site}/`);
  await setSetting("engine.indexnow_key", sealSetting(api.services, "engine.indexnow_key", key));
  await setSetting("engine.baidu_token", sealSetting(api.services, "engine.baidu_token", "BaiduToken1"));
});

const items = contentOf(asEditor, article, async (over: object) => ({
  title: "东京湾岸新盘观察",
  category_id: (await asEditor(category.create, { body: { name: `分类${Math.random()}` } as never })).data.id,
  cover_id: (await makeMedia(db, { uploader: editor.id, scene: "content", is_private: false, kind: "image" })).id,
  summary: "东京湾岸地区今年的新盘供应、价格与交通变化，一文看懂。",
  content: `<p>${"湾岸地区新盘陆续入市，交通与配套日渐成熟。".repeat(4)}</p>`,
  ...over,
}));
const rows = () => db.select().from(outbox).orderBy(asc(outbox.id));
const run = () => engineSender(api.services).runDue();
/** What each engine was told since it was last asked. */
async function told() {
  await run();
  const asked = platform.asked.splice(0);
  const of = (path: string) => asked.filter((one) => one.path === path).map(({ body }) => body);
  return {
    indexnow: of("/indexnow").flatMap((body) => JSON.parse(body).urlList as string[]),
    baidu: of("/urls").flatMap((body) => body.split("\n")),
  };
}

test("engines are told of what becomes public, changes while it is, and goes", async () => {
  const id = await items.add({ slug: "bay" });
  await items.save(id, { author: "海外部" });
  expect(await rows()).toEqual([]);
  await items.act("publish", id);
  const url = `${site}/article/bay`;
  expect(await told()).toEqual({ indexnow: [url], baidu: [url] });
  await items.save(id, { author: "编辑部" });
  expect(await told()).toEqual({ indexnow: [url], baidu: [] });
  await items.save(id, { slug: "bay-towers" });
  const moved = `${site}/article/bay-towers`;
  expect(await told()).toEqual({ indexnow: [url, moved], baidu: [moved] });
  await items.act("offline", id);
  expect(await told()).toEqual({ indexnow: [moved], baidu: [] });
  expect((await rows()).map(({ status }) => status)).toEqual(Array(7).fill("sent"));
});

test("they are told of what is published at its time, by several at once, and by an undo", async () => {
  const timed = await items.add({ slug: "timed" });
  await items.schedule(timed, at(30));
  expect(await rows()).toEqual([]);
  api.setClock(at(31));
  await runDue(publishScheduled, at(31));
  const url = `${site}/article/timed`;
  expect(await told()).toEqual({ indexnow: [url], baidu: [url] });
  const { data } = await asEditor(article.offlineBatch, { body: { ids: [timed] } });
  expect(await told()).toEqual({ indexnow: [url], baidu: [] });
  await asEditor(batch.undo, { params: { id: data.batch_id ?? 0 } });
  expect(await told()).toEqual({ indexnow: [url], baidu: [url] });
});

test("they are told of a special page at its start and end, once", async () => {
  await setSetting("site.desk_base", site);
  await putSpecial(db, "days", { start_at: isoInstant(at(5)), end_at: isoInstant(at(9)) });
  for (const minutes of [4, 5, 6]) await runDue(publishScheduled, at(minutes));
  const url = `${site}/s/days`;
  expect(await told()).toEqual({ indexnow: [url], baidu: [url] });
  for (const minutes of [9, 10]) await runDue(publishScheduled, at(minutes));
  expect(await told()).toEqual({ indexnow: [url], baidu: [] });
});

test("an estate that goes online or offline is told as well", async () => {
  const { id } = await make.estate({ publish_status: "online", slug: "bay-tower" });
  await asAdmin(estate.unpublish, { params: { id }, body: { reason: "开发商暂停销售" } });
  expect(await told()).toEqual({ indexnow: [`${site}/estate/bay-tower`], baidu: [] });
});

test("without a key, without the site's address, and with demo data nothing goes out", async () => {
  await setSetting("engine.baidu_token", "");
  await items.live({ slug: "one" });
  expect((await rows()).map(({ event }) => event)).toEqual(["engine.indexnow"]);
  await db.insert(databaseFlag).values({ name: "demo", value: "1" });
  expect(await told()).toEqual({ indexnow: [], baidu: [] });
  expect((await rows()).map(({ status }) => status)).toEqual(["skipped"]);
  await setSetting("site.main_base", "");
  await items.live({ slug: "two" });
  expect(await rows()).toHaveLength(1);
});

test("what an engine refuses is not tried again, and no answer is", async () => {
  answers = { indexnow: 403, baidu: { message: "over quota" } };
  const id = await items.live({ slug: "one" });
  await run();
  expect((await rows()).map(({ status }) => status)).toEqual(["failed", "failed"]);
  await db.delete(outbox);
  answers.indexnow = 429;
  await items.act("offline", id);
  await run();
  expect(await rows()).toMatchObject([{ status: "pending", attempts: 1 }]);
  answers.indexnow = 202;
  api.setClock(at(1));
  await run();
  expect(await rows()).toMatchObject([{ status: "sent", attempts: 2 }]);
});

test("the settings are tried with the first page, and what is wrong is told", async () => {
  const tried = async () => (await asAdmin(engine.test, {})).data.tried;
  expect(await tried()).toEqual([
    { engine: "indexnow", error: null },
    { engine: "baidu", error: null },
  ]);
  expect(platform.asked.map(({ body }) => body)).toEqual([
    expect.stringContaining(`"urlList":["${site}/"]`),
    `${site}/`,
  ]);
  keyFile = { body: "<html>" };
  answers.baidu = { success: 0, not_same_site: [`${site}/`] };
  expect(await tried()).toEqual([
    { engine: "indexnow", error: `密钥文件 ${site}/${key}.txt 的内容不是密钥` },
    { engine: "baidu", error: "网址不属于在百度验证的站点" },
  ]);
  keyFile = { status: 404 };
  await setSetting("engine.baidu_token", sealSetting(api.services, "engine.baidu_token", "Other"));
  expect(await tried()).toEqual([
    { engine: "indexnow", error: `密钥文件 ${site}/${key}.txt 返回 HTTP 404` },
    { engine: "baidu", error: "推送密钥不正确" },
  ]);
  keyFile = { body: key };
  answers.indexnow = 500;
  expect((await tried())[0]).toEqual({ engine: "indexnow", error: "对方没有应答，请稍后重试" });
  await setSetting("site.main_base", "");
  expect(await asAdmin(engine.test, {})).toMatchObject({ code: 40902, message: "请先保存主站地址和推送密钥" });
  await db.insert(databaseFlag).values({ name: "demo", value: "1" });
  expect(await asAdmin(engine.test, {})).toMatchObject({ code: 40902, message: "演示数据不推送网址" });
});

test("keys are typed as the engines give them, and shown to nobody", async () => {
  const save = (name: "engine.indexnow_key" | "engine.baidu_token", value: string) =>
    asAdmin(setting.update, { body: { items: [{ key: name, value }] } });
  expect(await save("engine.indexnow_key", "short")).toMatchObject({ code: 42200 });
  expect(await save("engine.baidu_token", "a token")).toMatchObject({ code: 42200 });
  const { data } = await save("engine.indexnow_key", "0123456789abcdef");
  expect(data.find((row) => row.key === "engine.indexnow_key")?.value).toBe("******");
});

whoMay(engine, { test: "SA" });
