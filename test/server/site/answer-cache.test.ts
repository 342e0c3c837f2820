import { eq, sum } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { broker as brokerContract } from "~/contract/system/broker";
import { setting } from "~/contract/system/setting";
import { contentVisit } from "~/server/database/tables/content/content";
import { estate } from "~/server/database/tables/house/estate";
import { cityIntro } from "~/server/database/tables/seo/city";
import { special } from "~/server/database/tables/special/special";
import { broker } from "~/server/database/tables/system/admin";
import { createAnswerCache } from "~/server/lib/answer-cache";
import { type EventHub, eventHub, type Listener } from "~/server/lib/events";
import { announceChange } from "~/server/lib/record-change";
import { flushContentVisits } from "~/server/resources/content/visits";
import { publicPictureUrl } from "~/server/resources/shared/upload";
import { desk } from "~/test/support/desk";
import { makeEstate } from "~/test/support/estate";
import { makeMedia, makeUser, setSetting, testNow } from "~/test/support/factories";
import { putBroker, putCity, putSpecial } from "~/test/support/public-pages";

const { db, api, asAdmin } = desk({ admin: { role: "super_admin" } });
api.services.answers = createAnswerCache(api.services.events);
api.services.trustsProxy = true;
let visitors = 0;
const ask = (path: string, headers: Record<string, string> = {}) =>
  api.app.request(`http://desk.local/api/public/${path}`, {
    headers: { "x-forwarded-for": `114.115.0.${visitors++ % 250}`, ...headers },
  });
const textOf = async (path: string) => (await ask(path)).text();
const at = (seconds: number) => new Date(testNow.getTime() + seconds * 1000);

/** Reads until an answer is kept: a change made directly in the database is no longer seen. */
async function untilKept(name: string) {
  let turn = 0;
  const license_no = `turn of ${name}`;
  await expect
    .poll(async () => {
      await textOf("broker");
      await db.update(broker).set({ intro: `${license_no} ${turn++}` });
      return (await textOf("broker")).includes(`${license_no} ${turn - 1}`);
    })
    .toBe(false);
}

test("what is read by many is made once; a change of anything that visitors see makes it anew, one of the house's own does not", async () => {
  const { id } = await putBroker(db, { broker_no: "B1" });
  await untilKept("first");
  const held = await textOf("broker");
  await announceChange(db, null, [{ type: "customer", id: 1 }]);
  expect(await textOf("broker")).toBe(held);
  const mark = (await ask("broker")).headers.get("etag") ?? "";
  expect((await ask("broker", { "if-none-match": mark })).status).toBe(304);
  const zipped = await ask("broker", { "accept-encoding": "gzip" });
  expect(zipped.headers.get("vary")).toBe("Accept-Encoding");

  expect((await asAdmin(brokerContract.disable, { params: { id } })).code).toBe(200);
  await expect.poll(() => textOf("broker")).not.toContain("云汀经纪");
  expect((await ask("broker", { "if-none-match": mark })).status).toBe(200);
  expect((await asAdmin(brokerContract.enable, { params: { id } })).code).toBe(200);
  await expect.poll(() => textOf("broker")).toContain("云汀经纪");
  await asAdmin(setting.update, { body: { items: [{ key: "site.name", value: "云汀" }] } });
  await expect.poll(() => textOf("config")).toContain('"site_name":"云汀"');

  // Each reader is counted, also for a kept answer.
  for (let turn = 0; turn < 600; turn++) await ask("broker", { "x-forwarded-for": "203.0.113.7" });
  expect((await ask("broker", { "x-forwarded-for": "203.0.113.7" })).status).toBe(429);
});

test("no answer is kept past its moment, nor longer than its time; a preview never", async () => {
  await putBroker(db, { broker_no: "B2", name: "另一家" });
  await untilKept("second");
  await putCity(db, "tokyo");
  const later = await putCity(db, "osaka", { publish_status: "scheduled", publish_at: at(10).toISOString() });
  const first = await ask("city");
  expect(first.headers.get("cache-control")).toBe("public, max-age=10, s-maxage=10");
  await db.update(cityIntro).set({ title: "改了" }).where(eq(cityIntro.slug, "tokyo"));
  api.setClock(at(9));
  const saved = await ask("city");
  expect(saved.headers.get("cache-control")).toBe("public, max-age=1, s-maxage=1");
  expect(await saved.text()).not.toContain("改了");
  api.setClock(at(10));
  expect(await textOf("city")).toContain(later.title);
  await db.update(cityIntro).set({ title: "又改了" }).where(eq(cityIntro.slug, "tokyo"));
  api.setClock(at(29.9));
  expect(await textOf("city")).not.toContain("又改了");
  api.setClock(at(30));
  expect(await textOf("city")).toContain("又改了");
});

test("nothing is served past its own end: no list, page or map of the site that is kept", async () => {
  await putBroker(db, { broker_no: "B4", name: "第四家" });
  await setSetting(db, "site.main_base", "https://www.example.com");
  await setSetting(db, "site.desk_base", "https://desk.example.com");
  await untilKept("ends");
  await putCity(db, "naha", { offline_at: at(8).toISOString() });
  const places = ["city?page_size=19", "city/naha", "sitemap-1.xml"];
  for (const place of places) expect(await textOf(place), place).toContain("naha");
  api.setClock(at(7));
  for (const place of places)
    expect((await ask(place)).headers.get("cache-control"), place).toBe("public, max-age=1, s-maxage=1");
  api.setClock(at(8));
  for (const place of places) expect(await textOf(place), place).not.toContain("naha");
});

test("a special page is read once for many visitors: each is counted and has a form of their own, and nobody sees it past its end", async () => {
  await putBroker(db, { broker_no: "B3", name: "第三家" });
  await untilKept("third");
  const { id } = await putSpecial(db, "open", { end_at: at(9).toISOString() });
  const open = (ip: string) =>
    api.app.request("http://desk.local/s/open", {
      headers: { "user-agent": "Mozilla/5.0 (Windows NT 10.0) Chrome/130.0", "x-forwarded-for": ip },
    });
  const tokenIn = (html: string) => /name="token" value="([^"]+)"/.exec(html)?.[1];
  const first = await (await open("203.0.113.21")).text();
  await db.update(special).set({ title: "改了" }).where(eq(special.id, id));
  const second = await (await open("203.0.113.22")).text();
  expect(second).not.toContain("改了");
  expect(tokenIn(second)).toBeDefined();
  expect(tokenIn(second)).not.toBe(tokenIn(first));
  await flushContentVisits(api.services);
  const [{ views } = { views: 0 }] = await db
    .select({ views: sum(contentVisit.views).mapWith(Number) })
    .from(contentVisit);
  expect(views).toBe(2);
  await announceChange(db, null, [{ type: "special", id }]);
  await expect.poll(async () => (await open("203.0.113.23")).text()).toContain("改了");
  api.setClock(at(9));
  expect((await open("203.0.113.24")).status).toBe(410);
});

test("an answer says since when it is given; a reader who knows that time, and no mark, gets nothing but a 304", async () => {
  const { id } = await putBroker(db, { broker_no: "B4", name: "第四家" });
  const later = (seconds: number) => {
    api.setClock(at(seconds));
    return ask("broker");
  };
  const dateOf = (answer: Response) => answer.headers.get("last-modified");
  const first = await later(100);
  const date = new Date(at(100)).toUTCString();
  expect(dateOf(first)).toBe(date);
  expect(dateOf(await later(150))).toBe(date);
  expect((await ask("broker", { "if-modified-since": date })).status).toBe(304);
  // A mark counts for more, and another time says nothing.
  expect((await ask("broker", { "if-modified-since": date, "if-none-match": '"other"' })).status).toBe(200);
  expect((await ask("broker", { "if-modified-since": new Date(at(120)).toUTCString() })).status).toBe(200);

  // Two changes within a second are two answers: the time of the first is not that of the second.
  api.setClock(at(200));
  await asAdmin(brokerContract.disable, { params: { id } });
  await expect.poll(() => textOf("broker")).not.toContain("第四家");
  const changed = new Date(at(200)).toUTCString();
  expect((await ask("broker", { "if-modified-since": date })).status).toBe(200);
  expect(dateOf(await ask("broker"))).toBe(changed);
  await asAdmin(brokerContract.enable, { params: { id } });
  await expect.poll(() => textOf("broker")).toContain("第四家");
  const again = await ask("broker", { "if-modified-since": changed });
  expect([again.status, dateOf(again)]).toEqual([200, null]);
  expect(dateOf(await later(201))).toBe(new Date(at(201)).toUTCString());
});

/** A channel that a test speaks on by itself. */
function hub() {
  let listener: Listener | undefined;
  const events: EventHub = {
    listen: async (one) => {
      listener = one;
      return () => undefined;
    },
    close: async () => undefined,
  };
  const tell = (record: string) => listener?.hear({ topic: "record", by: null, records: [record] });
  return { events, tell, end: () => listener?.end() };
}

test("an answer that was begun before a change, or that nobody would hear a change of, is not kept; the oldest go first", async () => {
  const { events, tell, end } = hub();
  const answers = createAnswerCache(events);
  const put = (key: string, bytes = 10, turn = answers.begin()) =>
    answers.keep(key, key, { bytes, turn, now: testNow });
  put("deaf");
  expect(answers.find("deaf", testNow)).toBeUndefined();
  await vi.waitFor(() => expect(answers.begin()).toBeDefined());
  put("a");
  expect(answers.find("a", testNow)).toBeDefined();
  const turn = answers.begin();
  tell("estate:7");
  put("b", 10, turn);
  expect([answers.find("a", testNow), answers.find("b", testNow)]).toEqual([undefined, undefined]);
  put("c");
  tell("customer:7");
  expect(answers.find("c", testNow)).toBeDefined();
  end();
  expect([answers.find("c", testNow), answers.begin()]).toEqual([undefined, undefined]);
  await vi.waitFor(() => expect(answers.begin()).toBeDefined());
  put("too long", 3 * 1024 * 1024);
  expect(answers.find("too long", testNow)).toBeUndefined();
  for (let n = 0; n < 40; n++) {
    put(`n${n}`, 1024 * 1024);
    answers.find("n0", testNow);
  }
  expect([answers.find("n0", testNow), answers.find("n1", testNow)]).toEqual([expect.anything(), undefined]);
  expect(answers.find("n39", testNow)).toBeDefined();
});

test("a server that cannot hear keeps nothing", async () => {
  const deaf = eventHub({
    connect: () => Promise.reject(new Error("no way")),
    log: { warn: () => undefined } as never,
  });
  const answers = createAnswerCache(deaf);
  expect(answers.begin()).toBeUndefined();
  await vi.waitFor(async () =>
    expect(await deaf.listen({ hear: () => undefined, end: () => undefined })).toBeUndefined(),
  );
  expect(answers.begin()).toBeUndefined();
});

test("which files stand in the texts of estates is read once, until something changes", async () => {
  const { id: admin } = await makeUser(db, {});
  await api.services.storage.write("content/kept", new Blob(["picture"]).stream(), 100);
  const file = { uploader: admin, key: "content/kept", scene: "content", is_private: false } as const;
  const { id: picture } = await makeMedia(db, file);
  const statusOf = async () => (await ask(publicPictureUrl(api.services, picture).replace("/api/public/", ""))).status;
  await untilKept("files");
  const { id } = await makeEstate(db, { description: `<p>湾岸</p><img data-media-id="${picture}" alt="" />` });
  expect(await statusOf()).toBe(200);
  await db.update(estate).set({ description: null }).where(eq(estate.id, id));
  expect(await statusOf()).toBe(200);
  await announceChange(db, null, [{ type: "estate", id }]);
  await expect.poll(statusOf).toBe(404);
});
