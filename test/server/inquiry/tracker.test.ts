import { expect, test } from "vitest";
import { tracker } from "~/contract/inquiry/tracker";
import { batch } from "~/contract/shared/batch";
import { option } from "~/contract/shared/option";
import { tracker as table } from "~/server/database/tables/inquiry/tracker";
import { days } from "~/test/support/factories";
import { lifeOf } from "~/test/support/life-of";
import { setUp } from "~/test/support/set-up";
import { signedIn } from "~/test/support/signed-in";

const { db, api, insertIn } = setUp();
const { keeper, asKeeper, asLeader } = signedIn(api, {
  keeper: { role: "seo_editor", name: "林优化" },
  leader: { role: "sales_manager" },
});

const facts = {
  name: "首页顶部按钮",
  platform: "web" as const,
  channel: "seo" as const,
  page_type: "home" as const,
  target_url: "https://www.example.com/jp?from=a",
};
const create = (body: object = {}) =>
  asKeeper.unchecked(tracker.create, { body: { ...facts, code: "home-top", ...body } });
const made = async (body: object = {}) => (await create(body)).data.id;
const count = (tracker_id: number, date: string, numbers: object) =>
  insertIn("trackerDaily", { tracker_id, date, ...numbers });

test("a tracking point has a link and an owner, and is found by its name", async () => {
  const id = await made({ utm_source: "baidu", owner_id: keeper.id });
  expect((await asKeeper(tracker.get, { params: { id } })).data).toMatchObject({
    link: "https://www.example.com/jp?from=a&tk=home-top&utm_source=baidu",
    owner: { id: keeper.id, name: "林优化" },
  });
  const found = async (query: object) =>
    (await asLeader(tracker.list, { query })).data.list.map(({ name, can }) => [name, can.edit]);
  expect(await found({ keyword: "部按" })).toEqual([["首页顶部按钮", false]]);
  expect(await found({ keyword: "HOME-T", channel: ["seo"], page_type: ["home"] })).toEqual([["首页顶部按钮", false]]);
  expect(await found({ platform: ["h5"] })).toEqual([]);
  const { trackers } = (await asLeader(option.community, { query: { scenes: ["trackers"], keyword: "首页" } })).data;
  expect(trackers).toMatchObject([{ value: id, label: "首页顶部按钮 · home-top" }]);
});

test("numbers are those of the chosen days, the cost its share of the placement", async () => {
  const placement = { cost_amount: "3100", currency: "CNY", start_at: "2026-10-01", end_at: "2026-10-31" };
  const id = await made(placement);
  const quiet = await made({ code: "quiet" });
  await count(id, "2026-10-10", { pv: 300, uv: 200, clicks: 20, inquiry_count: 3 });
  await count(id, "2026-10-11", { pv: 30, uv: 20, inquiry_count: 1, impressions: 7, customer_count: 1 });
  await count(id, "2026-09-30", { pv: 5, uv: 5 });
  const rows = async (query: object) => (await asKeeper(tracker.list, { query })).data.list;
  expect(await rows({ stat_from: "2026-10-10", stat_to: "2026-10-11", sort: "-uv" })).toMatchObject([
    { id, pv: 330, uv: 220, clicks: 20, inquiry_count: 4, conversion: 1.82, cost: "200.00", inquiry_cost: "50.00" },
    { id: quiet, pv: 0, uv: 0, inquiry_count: 0, conversion: null, cost: null, inquiry_cost: null },
  ]);
  expect((await rows({ sort: "inquiry_count", stat_from: "2026-10-01" })).map((row) => row.id)).toEqual([quiet, id]);
  // Without a day: the thirty that end today (2026-11-20).
  expect(await rows({ keyword: "home-top" })).toMatchObject([{ pv: 0, cost: "1000.00", inquiry_cost: null }]);
  const stats = (query: object) => asKeeper.unchecked(tracker.stats, { params: { id }, query });
  const { data } = await stats({ from: "2026-10-09", to: "2026-10-11" });
  expect(data.days.map(({ date, pv, impressions }) => [date, pv, impressions])).toEqual([
    ["2026-10-09", 0, 0],
    ["2026-10-10", 300, 0],
    ["2026-10-11", 30, 7],
  ]);
  expect(data.total).toEqual({ pv: 330, uv: 220, clicks: 20, impressions: 7, inquiry_count: 4, customer_count: 1 });
  expect((await stats({})).data.days).toHaveLength(30);
  expect(await stats({ from: "2025-01-01", to: "2026-10-11" })).toMatchObject({ code: 42200 });
  expect(
    await asKeeper.unchecked(tracker.list, { query: { stat_from: "2026-10-12", stat_to: "2026-10-11" } }),
  ).toMatchObject({ code: 42200 });
});

test("its cost in yen has no cents", async () => {
  const id = await made({ cost_amount: "1000", currency: "JPY" });
  await count(id, "2026-11-01", { uv: 50, inquiry_count: 3 });
  const { list } = (await asKeeper(tracker.list, {})).data;
  expect(list).toMatchObject([{ cost: "1000.00", inquiry_cost: "333.00", conversion: 6 }]);
});

test("several are taken out of use at once, and put back as far as nobody has touched them", async () => {
  const [a, b, c] = [await made(), await made({ code: "two" }), await made({ code: "three" })];
  await asKeeper(tracker.disable, { params: { id: c } });
  const { data } = await asKeeper(tracker.disableBatch, { body: { ids: [a, b, c] } });
  expect(data).toMatchObject({ success: [a, b], failed: [{ id: c, code: 40902 }] });
  await asKeeper(tracker.update, { params: { id: b }, body: { ...facts, name: "改过", version: 2 } });
  const undone = await asKeeper(batch.undo, { params: { id: data.batch_id ?? 0 } });
  expect(undone.data).toMatchObject({ success: [a], failed: [{ id: b, code: 40901 }] });
  const statuses = await db.select({ status: table.status }).from(table).orderBy(table.id);
  expect(statuses.map(({ status }) => status)).toEqual(["enabled", "disabled", "disabled"]);
});

test("one that has brought inquiries stays", async () => {
  const id = await made();
  const due = { due_at: days(0), waiting_since: days(0) };
  const one = { inquiry_no: "XJ1", kind: "general", status: "pending", platform: "web", tracker_id: id } as const;
  await insertIn("inquiry", { ...one, ...due });
  expect((await asKeeper(tracker.get, { params: { id } })).data.can.delete).toBe(false);
  expect(await asKeeper(tracker.remove, { params: { id } })).toMatchObject({ code: 40904 });
});

test("its link is a QR code, drawn and as a picture", async () => {
  const id = await made();
  const token = await api.tokenOf(keeper.id);
  const get = (format: string) =>
    api.app.request(`http://test.local/api/inquiry/tracker/${id}/qrcode?format=${format}`, {
      headers: { authorization: `Bearer ${token}` },
    });
  const svg = await get("svg");
  expect(svg.headers.get("content-type")).toBe("image/svg+xml");
  expect(svg.headers.get("content-disposition")).toContain("home-top.svg");
  expect(await svg.text()).toMatch(/^<svg[^>]*><rect width="100%" height="100%" fill="#fff"\/>/);
  const png = await get("png");
  const { default: decodeQR } = await import("qr/decode.js");
  const { default: sharp } = await import("sharp");
  const { data, info } = await sharp(Buffer.from(await png.arrayBuffer()))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(decodeQR({ width: info.width, height: info.height, data })).toBe(
    "https://www.example.com/jp?from=a&tk=home-top",
  );
});

const [readers, writers] = ["SM CE SE CS", "CE SE"] as const;
lifeOf(api, tracker, {
  by: asKeeper,
  facts: { ...facts, code: "home-top" },
  shown: { status: "enabled", can: { edit: true, disable: true, enable: false, delete: true } },
  change: { name: "首页按钮" },
  named: "追踪点 home-top 首页顶部按钮",
  namedAfter: "追踪点 home-top 首页按钮",
  changes: [["名称", "首页顶部按钮", "首页按钮"]],
  unique: "编码",
  wrong: [
    [{ target_url: "/jp" }, "target_url"],
    [{ code: "Home Top" }, "code"],
    [{ cost_amount: "100" }, "currency"],
    [{ start_at: "2026-11-20", end_at: "2026-11-19" }, "end_at"],
    [{ cost_amount: "100.50", currency: "JPY" }, "cost_amount"],
    [{ owner_id: 999_999 }, "owner_id"],
  ],
  roles: {
    ...{ list: readers, get: readers, stats: readers, qrcode: readers },
    ...{ create: writers, update: writers, remove: writers, enable: writers, disable: writers, disableBatch: writers },
  },
  pages: { "/inquiry/tracker": readers },
});
