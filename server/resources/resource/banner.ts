import { and, between, eq, inArray, ne, sql } from "drizzle-orm";
import type { FieldError } from "~/contract/errors";
import {
  type BannerCheck,
  BannerFields,
  type BannerPosition,
  type BannerStats,
  banner as contract,
  linkScene,
  linkTypes,
} from "~/contract/resource/banner";
import type { Db } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { contentDaily, contentVisit } from "~/server/database/tables/content/content";
import { banner } from "~/server/database/tables/resource/advert";
import { pick, Refusal, refuse, refuseFields, type SignedCall } from "~/server/lib/call";
import { entity } from "~/server/lib/entity";
import { tablePage } from "~/server/lib/list";
import { serve, serveAct } from "~/server/lib/serve";
import { readSettings } from "~/server/lib/settings";
import { pictureErrors } from "~/server/resources/content/texts";
import { daysIn, type Span, spanOf } from "~/server/resources/inquiry/tracker/figures";
import { isComing } from "~/server/resources/shared/shown-banners";
import { mostAtOnce, type Placed, together } from "./banner/overlap";
import {
  type Banner,
  bannerOf,
  bannerOrder,
  bannerRows,
  displayOf,
  inPlace,
  shareOf,
  toBannerRows,
} from "./banner/view";
import { putInOrder } from "./order";

type Place = Placed & { position: BannerPosition };

/** How many banners one visitor is shown at a place at most; before an app opens there is one alone. */
const maxAt = async (db: Db, position: BannerPosition): Promise<number> =>
  position === "app_splash" ? 1 : (await readSettings(db))["banner.max_showing"];

/** The banners that would be next to one at its place, were it enabled. */
async function checkPlace(db: Db, place: Place, exceptId: number, now: Date): Promise<BannerCheck> {
  const others = await db
    .select()
    .from(banner)
    .where(and(isComing(now), eq(banner.position, place.position), ne(banner.id, exceptId)))
    .orderBy(banner.start_at, banner.id);
  return {
    overlaps: together(place, others, now).map(({ id, title, platform, start_at, end_at }) => ({
      ...{ id, title, platform, start_at, end_at },
    })),
    most: mostAtOnce(place, others, now),
    max: await maxAt(db, place.position),
  };
}

/** Lets one banner after another into its place: until the commit nobody else is let into any. Refuses what would be one too many. */
async function takePlace({ db, services }: SignedCall, place: Place, id: number): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('banner-place', 0))`);
  const { overlaps, most, max } = await checkPlace(db, place, id, services.now());
  if (most <= max) return;
  const names = overlaps.slice(0, 3).map(({ title }) => `“${title}”`);
  const others = `${names.join("、")}${overlaps.length > names.length ? `等${overlaps.length}张` : ""}`;
  throw new Refusal(40902, `与${others}同时展示，该位置最多会有${most}张，上限${max}张`);
}

async function bannerStats(db: Db, id: number, { from, to }: Span): Promise<BannerStats> {
  const rows = await pick(
    db,
    contentDaily,
    ["date", "impressions", "clicks"],
    and(eq(contentDaily.kind, "banner"), eq(contentDaily.target_id, id), between(contentDaily.date, from, to)),
  );
  const byDay = new Map(rows.map((row) => [row.date, row]));
  const days = daysIn({ from, to }).map((date) => {
    const { impressions, clicks } = byDay.get(date) ?? { impressions: 0, clicks: 0 };
    return { date, impressions, clicks, ctr: shareOf(clicks, impressions) };
  });
  const sum = (name: "impressions" | "clicks") => days.reduce((total, day) => total + day[name], 0);
  const [impressions, clicks] = [sum("impressions"), sum("clicks")];
  return { from, to, days, total: { impressions, clicks, ctr: shareOf(clicks, impressions) } };
}

const banners = entity({
  ...{ table: banner, module: "resources", type: "banner", title: "轮播图" },
  fields: BannerFields,
  hidden: ["image_id", "image_mobile_id"],
  nameOf: ({ title }) => title,
  present: bannerOf,
});

const pictured = { fields: BannerFields, rich: [], pictures: ["image_id", "image_mobile_id"] };

export const bannerHandlers = [
  serve(contract.list, (call) => {
    const { query, services } = call;
    const parts = { where: bannerRows(query, services.now()), order: bannerOrder(query.sort) };
    return tablePage(call, banner, parts, toBannerRows);
  }),
  serve(contract.get, (call) => bannerOf(call, call.params.id)),
  serve(contract.create, async (call) => banners.add(call, await checked(call, begun(call, call.body)))),
  serveAct(contract.update, bannerOf, async (call, id, { version, ...body }) => {
    const row = await banners.lock(call, id, version);
    const values = await checked(call, body, row);
    if (row.status === "enabled") await takePlace(call, values, id);
    await banners.edit(call, row, values);
  }),
  serve(contract.remove, async (call) => {
    const row = await banners.lock(call, call.params.id);
    if (row.status === "enabled") throw new Refusal(40902, "请先停用再删除");
    await banners.remove(call, row);
    // Its numbers go with it.
    for (const table of [contentDaily, contentVisit])
      await call.db.delete(table).where(and(eq(table.kind, "banner"), eq(table.target_id, row.id)));
    return null;
  }),
  serveAct(contract.enable, bannerOf, async (call, id) => {
    const row = await banners.lock(call, id);
    if (row.status === "enabled") return refuse(40902);
    if (displayOf({ ...row, status: "enabled" }, call.services.now()) === "ended")
      throw new Refusal(40902, "结束时间已过，请先修改投放时间");
    await takePlace(call, row, id);
    await banners.change(call, row, { status: "enabled" }, { verb: "启用" });
  }),
  serveAct(contract.disable, bannerOf, async (call, id) => {
    const row = await banners.lock(call, id);
    if (row.status !== "enabled") return refuse(40902);
    await banners.change(call, row, { status: "disabled" }, { verb: "停用" });
  }),
  serve(contract.sort, async (call) => {
    const { db, body } = call;
    const named = await db
      .selectDistinct({ position: banner.position })
      .from(banner)
      .where(inArray(banner.id, body.ids));
    const [place] = named;
    if (!place || named.length > 1) return refuse(40902);
    const siblings = await pick(db, banner, ["id", "sort", "title"], eq(banner.position, place.position), {
      order: inPlace,
      lock: "update",
    });
    return { count: await putInOrder(call, { table: banner, title: "轮播图", siblings, ids: body.ids }) };
  }),
  serve(contract.check, (call) => {
    const { exclude_id, ...place } = call.body;
    return checkPlace(call.db, begun(call, place), exclude_id ?? 0, call.services.now());
  }),
  serve(contract.stats, async (call) => {
    const { id } = await banners.find(call, call.params.id);
    return bannerStats(call.db, id, spanOf(call.query, call.services.now()));
  }),
];

/** From now on, where nobody has chosen when. */
const begun = <T extends { start_at: string | null }>({ services }: SignedCall, body: T) => ({
  ...body,
  start_at: body.start_at ?? isoInstant(services.now()),
});

async function checked(call: SignedCall, body: BannerFields, before?: Banner): Promise<BannerFields> {
  const values = body.link_type === "none" ? { ...body, link_value: null } : body;
  const isOver = body.end_at !== null && Date.parse(body.end_at) <= Date.parse(body.start_at);
  const wrong = [
    ...(isOver ? [{ field: "end_at", label: "结束时间", message: "结束时间应晚于开始时间" }] : []),
    ...(await banners.unknownChoices(call, values, before)),
    ...(await pictureErrors(call.db, pictured, values, { ...before })),
    ...(await linkErrors(call, values, before)),
  ];
  return wrong.length ? refuseFields(wrong) : values;
}

/** Whether what it leads to is there; what it held before may stay. */
async function linkErrors(
  { db, user, services }: SignedCall,
  { link_type, link_value }: BannerFields,
  before: Banner | undefined,
): Promise<FieldError[]> {
  const scene = linkScene(link_type);
  if (!scene || !link_value || !(scene in services.optionSources)) return [];
  if (before?.link_type === link_type && before.link_value === link_value) return [];
  const source = services.optionSources[scene as keyof typeof services.optionSources];
  const [entry] = await source.name({ db, user }, [link_value]);
  const label = linkTypes[link_type];
  return entry ? [] : [{ field: "link_value", label: "链接内容", message: `该${label}不存在或已被删除` }];
}
