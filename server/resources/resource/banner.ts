import { and, eq, inArray } from "drizzle-orm";
import type { FieldError } from "~/contract/errors";
import { BannerFields, banner as contract, linkScene, linkTypes } from "~/contract/resource/banner";
import { isoInstant } from "~/server/database/tables/columns";
import { contentDaily, contentVisit } from "~/server/database/tables/content/content";
import { banner } from "~/server/database/tables/resource/advert";
import type { SignedCall } from "~/server/lib/call";
import { entity } from "~/server/lib/entity";
import { tablePage } from "~/server/lib/list";
import { Refusal, refuse, refuseFields } from "~/server/lib/refusal";
import { serve, serveAct } from "~/server/lib/serve";
import { pictureErrors } from "~/server/resources/content/texts";
import { spanOf } from "~/server/resources/inquiry/tracker/figures";
import { checkPlace, takePlace } from "./banner/place";
import { displayOf } from "./banner/shown";
import { bannerStats } from "./banner/stats";
import { type Banner, bannerOf, bannerOrder, bannerRows, inPlace, toBannerRows } from "./banner/view";
import { putInOrder } from "./order";

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
    const siblings = await db
      .select({ id: banner.id, sort: banner.sort, title: banner.title })
      .from(banner)
      .where(eq(banner.position, place.position))
      .orderBy(inPlace)
      .for("update");
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
