import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { richTags } from "~/contract/content/rich-text";
import type { Endpoint } from "~/contract/endpoint";
import { investment } from "~/contract/resource/investment";
import { publicInvestment, publicReport, publicVideo } from "~/contract/resource/public-resource";
import { report } from "~/contract/resource/report";
import { video } from "~/contract/resource/video";
import { batch } from "~/contract/shared/batch";
import { media } from "~/server/database/tables/system/system";
import { publishScheduled } from "~/server/jobs/content/publish-scheduled";
import { jobsOf } from "~/server/jobs/jobs";
import { sweepMedia } from "~/server/lib/media";
import { testApi } from "~/test/support/api";
import { testDatabase } from "~/test/support/database";
import { makeEstate } from "~/test/support/estate";
import { makeMedia, setSetting, testNow } from "~/test/support/factories";
import { faultsIn } from "~/test/support/rich-faults";
import { inParts, scriptPayloads } from "~/test/support/script-payloads";
import { signedIn } from "~/test/support/signed-in";
import { whoMay } from "~/test/support/who-may";

const { db } = testDatabase();
const api = testApi(db, { now: testNow });
const { editor, asEditor, asSales } = signedIn(api, {
  editor: { role: "content_editor", name: "林编辑" },
  sales: { role: "sales" },
});

const at = (minutes: number) => new Date(testNow.getTime() + minutes * 60_000);
const picture = async () => (await makeMedia(db, { uploader: editor.id, scene: "cover", is_private: false })).id;
const filmOf = async (over: object = {}) =>
  (
    await makeMedia(db, {
      ...{ uploader: editor.id, scene: "film", kind: "video", mime: "video/mp4", is_private: false, duration: 65 },
      ...over,
    })
  ).id;
const paper = async (over: object = {}) =>
  (
    await makeMedia(db, {
      ...{ uploader: editor.id, scene: "report", kind: "doc", mime: "application/pdf", name: "报告.pdf", pages: 12 },
      ...over,
    })
  ).id;

type Body = Record<string, unknown>;
type Reply = {
  code: number;
  data: Record<string, unknown> & { id: number; errors: { field: string; message: string }[] };
};
interface Subject {
  name: string;
  contract: Record<string, Endpoint> & typeof video;
  path: string;
  whole: () => Promise<Body>;
  /** What a publication demands beyond a title, in the order of the fields. */
  demanded: string[];
  /** A change that its log and its versions name. */
  change: Body;
  label: string;
}
const subjects: Subject[] = [
  {
    name: "video",
    contract: video,
    path: "video",
    whole: async () => ({
      title: "湾岸塔实景",
      type: "estate",
      source: "upload",
      media_id: await filmOf(),
      cover_id: await picture(),
    }),
    demanded: ["type", "cover_id"],
    change: { tags: ["湾岸"] },
    label: "标签",
  },
  {
    name: "investment",
    contract: investment as unknown as typeof video,
    path: "investment",
    whole: async () => ({
      ...{ title: "东京租金走势", country_code: "JP", category: "yield", cover_id: await picture() },
      ...{ summary: "三年的租金走势", content: "<p>湾岸的租金三年来稳步上升。</p>" },
    }),
    demanded: ["cover_id", "category", "content", "country_code", "summary"],
    change: { metrics: [{ name: "毛收益率", value: "4.6", unit: "%", trend: "up" }] },
    label: "指标",
  },
  {
    name: "report",
    contract: report as unknown as typeof video,
    path: "report",
    whole: async () => ({
      ...{
        title: "东京新房季报",
        period: "2026Q3",
        category: "price",
        cover_id: await picture(),
        file_id: await paper(),
      },
    }),
    demanded: ["category", "cover_id", "file_id", "period"],
    change: { period: "2026Q4" },
    label: "期数",
  },
];

describe.each(subjects)("a $name", ({ contract, path, whole, demanded, change, label }) => {
  // Each kind's own fields are checked by its schema; here they are told by the table above.
  const call = async (endpoint: Endpoint, input: object = {}) =>
    (await asEditor(endpoint, input as never)) as unknown as Reply;
  const add = async (over: Body = {}) =>
    (await call(contract.create, { body: { ...(await whole()), ...over } })).data.id;
  const get = async (id: number) => (await call(contract.get, { params: { id } })).data;
  const act = async (name: "publish" | "offline" | "toDraft" | "unschedule", id: number) =>
    call(contract[name], { params: { id }, body: { version: (await get(id)).version } });
  const schedule = async (id: number, minutes: number) =>
    call(contract.schedule, {
      params: { id },
      body: { version: (await get(id)).version, publish_at: at(minutes).toISOString() },
    });
  const shown = async (): Promise<number[]> => {
    const answer = await api.app.request(`http://desk.local/api/public/${path}`);
    const { data }: { data: { list: { id: number }[] } } = await answer.json();
    return data.list.map(({ id }) => id).sort((a, b) => a - b);
  };

  test("need not be whole as a draft; what becomes public must be", async () => {
    const id = (await call(contract.create, { body: { title: "只有标题" } })).data.id;
    const refused = await act("publish", id);
    expect([refused.code, refused.data.errors.map(({ field }) => field).sort()]).toEqual([42200, [...demanded].sort()]);
    expect(await shown()).toEqual([]);
  });

  test("is public at its minute and never else: as a draft, scheduled, off line or deleted", async () => {
    const [draft, later, gone] = [await add(), await add(), await add()];
    expect((await act("publish", gone)).code).toBe(200);
    expect((await schedule(later, 10)).data.publish_status).toBe("scheduled");
    const first = await api.app.request(`http://desk.local/api/public/${path}`);
    expect(first.headers.get("cache-control")).toBe("public, max-age=60, s-maxage=60");
    const mark = first.headers.get("etag") ?? "";
    const again = await api.app.request(`http://desk.local/api/public/${path}`, { headers: { "if-none-match": mark } });
    expect(again.status).toBe(304);
    for (const [minutes, expected] of [
      [-1, []],
      [0, [gone]],
      [9.9, [gone]],
      [10, [later, gone].sort((a, b) => a - b)],
    ] as const) {
      api.setClock(at(minutes));
      expect(await shown(), `after ${minutes} minutes`).toEqual(expected);
    }
    await startAndRun(at(10));
    expect((await get(later)).publish_status).toBe("published");
    expect((await act("offline", gone)).data.publish_status).toBe("offline");
    expect(await shown()).toEqual([later]);
    expect((await call(contract.remove, { params: { id: later } })).code).toBe(40902);
    for (const id of [draft, gone]) expect((await call(contract.remove, { params: { id } })).code).toBe(200);
    expect((await call(contract.get, { params: { id: gone } })).code).toBe(40400);
    expect(await shown()).toEqual([later]);
  });

  test("keeps versions, a draft copy beside what is public, and shows either in a preview", async () => {
    const id = await add();
    await act("publish", id);
    const form = await get(id);
    expect((await call(contract.update, { params: { id }, body: { ...form, ...change, version: 1 } })).code).toBe(
      40901,
    );
    const saved = await call(contract.update, { params: { id }, body: { ...form, ...change } });
    expect(saved.data).toMatchObject(change);
    const { data: versions } = (await call(contract.revisions, { params: { id } })) as unknown as {
      data: { id: number; changed: string[] }[];
    };
    expect(versions.map(({ changed }) => changed)).toEqual([[label], []]);
    const params = { id, revision_id: versions[1]?.id };
    const { data: compared } = await call(contract.revision, { params });
    expect(JSON.stringify(compared.diff)).not.toContain("[object");
    const back = await call(contract.restore, { params, body: { version: saved.data.version } });
    const [name = ""] = Object.keys(change);
    expect(back.data[name]).toEqual(form[name]);

    const copy = { ...back.data, title: "修改稿的标题", base_version: back.data.version, draft_version: 0 };
    expect((await call(contract.saveDraft, { params: { id }, body: copy })).data.title).toBe("修改稿的标题");
    const page = async (draft: boolean) => {
      const { data } = await call(contract.previewLink, { params: { id }, query: draft ? { draft } : {} });
      const answer = await api.app.request(`http://desk.local${String(data.url)}`);
      return { status: answer.status, html: await answer.text() };
    };
    expect((await page(true)).html).toContain("<h1>修改稿的标题</h1>");
    expect((await page(false)).html).toContain(`<h1>${String(form.title)}</h1>`);
    expect(await (await api.app.request(`http://desk.local/api/public/${path}`)).text()).not.toContain("修改稿");
    expect((await call(contract.publishDraft, { params: { id }, body: { draft_version: 1 } })).data.title).toBe(
      "修改稿的标题",
    );
  });

  test("is found by each filter, and published in bulk, which is undone", async () => {
    const [one, two] = [await add(), await add({ title: "另一篇" })];
    const ids = async (query: Body = {}) =>
      ((await call(contract.list, { query })).data as unknown as { list: { id: number }[] }).list.map(({ id }) => id);
    expect(await ids({ keyword: "另一" })).toEqual([two]);
    expect(await ids({ status: "published" })).toEqual([]);
    const { data } = (await call(contract.publishBatch, { body: { ids: [one, two, 999_999] } })) as unknown as {
      data: { success: number[]; failed: { code: number }[]; batch_id: number };
    };
    expect([data.success, data.failed.map(({ code }) => code)]).toEqual([[one, two], [40400]]);
    expect((await ids({ status: "published" })).length).toBe(2);
    await asEditor(batch.undo, { params: { id: data.batch_id } });
    expect(await shown()).toEqual([]);
    // Each order is one that the table knows.
    for (const sort of ["updated_at", "-publish_at", "created_at", "sort"])
      expect((await ids({ sort })).length).toBe(2);
    expect(((await asSales(contract.list, {})) as { code: number }).code).toBe(40300);
  });
});

async function startAndRun(moment: Date) {
  const jobs = jobsOf(api.services, [publishScheduled]);
  await jobs.runDue(moment);
  await jobs.stop();
}

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
  const read = async () => (await (await api.app.request(`http://desk.local/api/public/video/${id}`)).json()).data;
  expect(await read()).toMatchObject({ id, source: "link", url: host, duration: 61, estates: [] });
  const { data: link } = await asEditor(video.previewLink, { params: { id } });
  const page = await api.app.request(`http://desk.local${link.url}`);
  expect([await page.text(), page.headers.get("content-security-policy")]).toEqual([
    expect.stringContaining(`<iframe src="${host}"`),
    expect.stringContaining("frame-src https://player.bilibili.com"),
  ]);
  await setSetting(db, "content.video_hosts", "player.youku.com");
  expect((await read()).url).toBeNull();
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
  const { data } = await (await api.app.request(`http://desk.local/api/public/video/${id}`)).json();
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
  const { flushContentVisits: flushReadings, rollUpContentVisits: rollUpReadings } = await import(
    "~/server/resources/content/visits"
  );
  const id = (await asEditor(video.create, { body: (await subjects[0]?.whole()) as never })).data.id;
  await asEditor(video.publish, { params: { id }, body: { version: 1 } });
  for (let times = 0; times < 3; times++) await api.app.request(`http://desk.local/api/public/video/${id}`);
  const tell = (type: string) =>
    api.app.request("http://desk.local/api/public/track", {
      method: "POST",
      headers: { "content-type": "application/json", "user-agent": "Mozilla/5.0 (iPhone) Safari/604.1" },
      body: JSON.stringify({ kind: "video", id, type, visitor: "a" }),
    });
  for (const type of ["view", "play", "play", "like", "share"]) expect((await tell(type)).status).toBe(204);
  await flushReadings(api.services);
  await rollUpReadings(db, "2026-11-19");
  await rollUpReadings(db, "2026-11-19");
  expect((await asEditor(video.get, { params: { id } })).data).toMatchObject({
    ...{ play_count: 2, like_count: 1, view_count: 1, version: 2 },
  });
});

test("a piece of the column has its languages, figures and a calculator that works without a script", async () => {
  const whole = (await subjects[1]?.whole()) as never as Record<string, unknown>;
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
  const list = async (lang: string) => {
    const answer = await api.app.request(`http://desk.local/api/public/investment?lang=${lang}`);
    const { data }: { data: { list: { title: string }[] } } = await answer.json();
    return data.list.map(({ title }) => title);
  };
  expect([await list("zh"), await list("en"), await list("ja")]).toEqual([
    ["东京租金走势"],
    ["Tokyo rents"],
    ["东京租金走势"],
  ]);
  const { data } = await (await api.app.request(`http://desk.local/api/public/investment/${id}`)).json();
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

test("no script of a list of attempts leaves in a piece's form, preview or public read", async () => {
  const whole = (await subjects[1]?.whole()) as never as object;
  for (const some of inParts(scriptPayloads())) {
    const content = `<p>正文</p>${some}`;
    const { id } = (await asEditor(investment.create, { body: { ...whole, content } as never })).data;
    await asEditor(investment.publish, { params: { id }, body: { version: 1 } });
    const { data } = await (await api.app.request(`http://desk.local/api/public/investment/${id}`)).json();
    const form = (await asEditor(investment.get, { params: { id } })).data;
    for (const html of [data.content, form.content ?? ""])
      expect(faultsIn(html, [...richTags, "iframe"], "/api/upload/media/")).toEqual([]);
    const { data: link } = await asEditor(investment.previewLink, { params: { id } });
    const page = await (await api.app.request(`http://desk.local${link.url}`)).text();
    expect(page).not.toMatch(/<script|javascript:|onerror/i);
  }
});

whoMay(api, video, { all: "CE" }, { "/resources/video": "CE" });
whoMay(api, investment, { all: "CE" }, { "/resources/investment": "CE" });
whoMay(api, report, { all: "CE" }, { "/resources/reportDownload": "CE" });
whoMay(api, publicVideo, { all: "public" });
whoMay(api, publicInvestment, { all: "public" });
whoMay(api, publicReport, { all: "public" });
