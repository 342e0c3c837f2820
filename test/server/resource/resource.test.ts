import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { investment } from "~/contract/resource/investment";
import { publicInvestment, publicReport, publicVideo } from "~/contract/resource/public-resource";
import { report } from "~/contract/resource/report";
import { video } from "~/contract/resource/video";
import { media } from "~/server/database/tables/system/system";
import { sweepMedia } from "~/server/lib/media";
import { flushContentVisits, rollUpContentVisits } from "~/server/resources/content/visits";
import { type Content, contentLife, contentOf } from "~/test/support/content-life";
import { desk } from "~/test/support/desk";
import { makeEstate } from "~/test/support/estate";
import { makeMedia, setSetting } from "~/test/support/factories";

const work = desk({ editor: { role: "content_editor", name: "林编辑" } });
const { db, api, editor, asEditor, at, ask, read, track, whoMay } = work;

const picture = async () => (await makeMedia(db, { uploader: editor.id, scene: "cover", is_private: false })).id;
const mediaOf = async (over: object) => (await makeMedia(db, { uploader: editor.id, ...over })).id;
const filmOf = (over: object = {}) =>
  mediaOf({ scene: "film", kind: "video", mime: "video/mp4", is_private: false, duration: 65, ...over });
const paper = () => mediaOf({ scene: "report", kind: "doc", mime: "application/pdf", name: "报告.pdf", pages: 12 });

const videoForm = async () => ({
  ...{ title: "湾岸塔实景", type: "estate", source: "upload" },
  ...{ media_id: await filmOf(), cover_id: await picture() },
});
const columnForm = async () => ({
  ...{ title: "东京租金走势", country_code: "JP", category: "yield", cover_id: await picture() },
  ...{ summary: "三年的租金走势", content: "<p>湾岸的租金三年来稳步上升。</p>" },
});
const reportForm = async () => ({
  ...{ title: "东京新房季报", period: "2026Q3", category: "price", cover_id: await picture(), file_id: await paper() },
});
const common = { by: asEditor, least: { title: "只有标题" }, broken: [{ cover_id: null }, "cover_id"] } as const;

/** Each kind's own fields are checked by its schema; here they are what a test says. */
const kinds = [
  {
    ...{ contract: video as Content, whole: videoForm },
    ...{ ...common, path: "video", named: "视频 湾岸塔实景", demanded: ["type", "cover_id"] },
    ...{ change: { tags: ["湾岸"] }, label: "标签" },
  },
  {
    ...{ contract: investment as Content, whole: columnForm, readAt: ({ id }: { id: number }) => `investment/${id}` },
    ...{ ...common, path: "investment", named: "投资专栏 东京租金走势" },
    demanded: ["cover_id", "category", "content", "country_code", "summary"],
    ...{ change: { metrics: [{ name: "毛收益率", value: "4.6", unit: "%", trend: "up" }] }, label: "指标" },
  },
  {
    ...{ contract: report as Content, whole: reportForm },
    ...{ ...common, path: "report", named: "趋势报告 东京新房季报" },
    demanded: ["category", "cover_id", "file_id", "period"],
    ...{ change: { period: "2026Q4" }, label: "期数" },
  },
];

describe.each(kinds)("$path", ({ contract, whole, ...life }) => {
  const items = contentOf(asEditor, contract, async (over) => ({ ...(await whole()), ...over }));
  contentLife(work, contract, items, { ...life, broken: [...life.broken] });

  test("is found by each filter, in each order", async () => {
    const [one, two] = [await items.add(), await items.add({ title: "另一篇" })];
    const ids = async (query: object) => {
      const { data } = await asEditor.unchecked(contract.list, { query });
      return (data as { list: { id: number }[] }).list.map(({ id }) => id);
    };
    expect(await ids({ keyword: "另一" })).toEqual([two]);
    await items.act("publish", one);
    expect(await ids({ status: "published" })).toEqual([one]);
    for (const sort of ["updated_at", "-publish_at", "created_at", "sort"]) expect(await ids({ sort })).toHaveLength(2);
  });
});

const errorsOf = ({ data }: { data: unknown }) =>
  (data as { errors?: { field: string; message: string }[] }).errors?.map(
    ({ field, message }) => `${field}: ${message}`,
  );

test("a video is a film of ours or a link to a site that is allowed; the rule holds for old links at once", async () => {
  const body = { title: "外部讲解", type: "estate", source: "link", cover_id: await picture() } as const;
  const host = "https://player.bilibili.com/player.html?bvid=BV1";
  const refused = await asEditor(video.create, { body: { ...body, external_url: "https://films.example.com/1" } });
  expect(errorsOf(refused)?.[0]).toMatch(/^external_url: 只允许这些站点的视频：player.bilibili.com/);
  const { id } = (await asEditor(video.create, { body })).data;
  expect(errorsOf(await asEditor(video.publish, { params: { id }, body: { version: 1 } }))).toEqual([
    "external_url: 请输入视频地址",
  ]);
  const form = (await asEditor(video.get, { params: { id } })).data;
  await asEditor(video.update, { params: { id }, body: { ...form, external_url: host, duration: 61 } });
  expect((await asEditor(video.publish, { params: { id }, body: { version: 2 } })).code).toBe(200);
  const shown = () => read(`video/${id}`);
  expect(await shown()).toMatchObject({ id, source: "link", url: host, duration: 61, estates: [] });
  const { data: link } = await asEditor(video.previewLink, { params: { id } });
  const page = await api.app.request(`http://desk.local${link.url}`);
  expect([await page.text(), page.headers.get("content-security-policy")]).toEqual([
    expect.stringContaining(`<iframe src="${host}"`),
    expect.stringContaining("frame-src https://player.bilibili.com"),
  ]);
  await setSetting(db, "content.video_hosts", "player.youku.com");
  expect((await shown()).url).toBeNull();
  // What it had may stay.
  const now = (await asEditor(video.get, { params: { id } })).data;
  expect((await asEditor(video.update, { params: { id }, body: { ...now, description: "说明" } })).code).toBe(200);
});

test("a film is one that was sent whole as such; its length is known; it answers a player's ranges and is not swept", async () => {
  const estate = await makeEstate(db, { name: "云汀·湾岸塔", publish_status: "online" });
  const key = "film/2026-11/kept";
  await api.services.storage.write(key, new Blob(["0123456789"]).stream(), 10);
  const media_id = await filmOf({ key, size: 10 });
  const body = { title: "实景", type: "vlog" as const, cover_id: await picture(), media_id, estate_ids: [estate.id] };
  for (const wrong of [await picture(), await filmOf({ status: "uploading" }), 999_999])
    expect(errorsOf(await asEditor(video.create, { body: { ...body, media_id: wrong } }))).toEqual([
      "media_id: 文件不存在或未上传完成，请重新上传",
    ]);
  const { id } = (await asEditor(video.create, { body })).data;
  await asEditor(video.publish, { params: { id }, body: { version: 1 } });
  expect((await asEditor(video.list, {})).data.list[0]).toMatchObject({
    ...{ id, duration: 65, estates: [{ id: estate.id, name: "云汀·湾岸塔" }], play_count: 0 },
  });
  const data = await read(`video/${id}`);
  expect(data).toMatchObject({ duration: 65, estates: [{ title: "云汀·湾岸塔" }] });
  const part = await api.app.request(data.url, { headers: { range: "bytes=2-4" } });
  expect([part.status, await part.text()]).toEqual([206, "234"]);
  await db.update(media).set({ created_at: at(-30 * 60).toISOString() });
  await sweepMedia(api.services);
  expect((await db.select().from(media).where(eq(media.id, media_id)))[0]?.status).toBe("ready");
  await asEditor(video.offline, { params: { id }, body: { version: 2 } });
  await asEditor(video.remove, { params: { id } });
});

test("plays and likes are told by the site and counted once; a read is no play", async () => {
  const id = (await asEditor(video.create, { body: (await videoForm()) as never })).data.id;
  await asEditor(video.publish, { params: { id }, body: { version: 1 } });
  for (let times = 0; times < 3; times++) await ask(`video/${id}`);
  const tell = (type: string) => track({ kind: "video", id, type, visitor: "a" }, "Mozilla/5.0 (iPhone) Safari/604.1");
  for (const type of ["view", "play", "play", "like", "share"]) expect(await tell(type)).toBe(204);
  await flushContentVisits(api.services);
  for (let turn = 0; turn < 2; turn++) await rollUpContentVisits(db, "2026-11-19");
  expect((await asEditor(video.get, { params: { id } })).data).toMatchObject({
    ...{ play_count: 2, like_count: 1, view_count: 1, version: 2 },
  });
});

test("a piece of the column has its languages, figures and a calculator that works without a script", async () => {
  const whole = await columnForm();
  const calc = {
    calc_currency: "JPY",
    calc_price: "50000000",
    calc_rent: "200000",
    calc_loan_ratio: 50,
    calc_loan_rate: 0,
  };
  const metrics = [{ name: "毛收益率", value: "4.8", unit: "%", trend: "up" }];
  const body = { ...whole, ...calc, calc_years: 25, calc_cost_rate: 7, metrics } as never;
  const { id } = (await asEditor(investment.create, { body })).data;
  const english = { ...whole, title: "Tokyo rents", lang: "en", translation_of: id } as never;
  const other = (await asEditor(investment.create, { body: english })).data.id;
  expect(errorsOf(await asEditor(investment.create, { body: english }))).toEqual([
    "lang: 该专栏已有这种语言的版本“Tokyo rents”",
  ]);
  const cents = await asEditor(investment.create, {
    body: { ...whole, calc_currency: "JPY", calc_price: "1.50" } as never,
  });
  expect(errorsOf(cents)).toEqual(["calc_price: 日元金额不能有小数"]);
  const nine = Array.from({ length: 9 }, () => metrics[0]);
  expect((await asEditor(investment.create, { body: { ...whole, metrics: nine } as never })).code).toBe(42200);
  for (const one of [id, other]) await asEditor(investment.publish, { params: { id: one }, body: { version: 1 } });
  const list = async (lang: string) =>
    (await read(`investment?lang=${lang}`)).list.map(({ title }: { title: string }) => title);
  expect([await list("zh"), await list("en"), await list("ja")]).toEqual([
    ["东京租金走势"],
    ["Tokyo rents"],
    ["东京租金走势"],
  ]);
  const data = await read(`investment/${id}`);
  expect(data).toMatchObject({
    ...{
      metrics,
      alternates: [{ lang: "en", slug: String(other) }],
      calculator_defaults: { price: "50000000", years: 25 },
    },
  });
  const { data: link } = await asEditor(investment.previewLink, { params: { id } });
  const page = async (query = "") => (await api.app.request(`http://desk.local${link.url}${query}`)).text();
  // 25,000,000 without interest over 300 months.
  expect(await page()).toMatch(/月供<\/dt><dd>83,333日元/);
  expect(await page("?price=60000000&loan_ratio=50&years=25&loan_rate=0")).toMatch(/月供<\/dt><dd>100,000日元/);
  expect(await page('?price="><script>alert(1)</script>')).not.toContain("<script");
});

whoMay(video, { all: "CE" }, { "/resources/video": "EM CE SE" });
whoMay(investment, { all: "CE" }, { "/resources/investment": "CE" });
whoMay(report, { all: "CE" }, { "/resources/reportDownload": "CE" });
whoMay(publicVideo, { all: "public" });
whoMay(publicInvestment, { all: "public" });
whoMay(publicReport, { all: "public" });
