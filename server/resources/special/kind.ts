import { and, inArray, isNull, sql } from "drizzle-orm";
import type { FieldError } from "~/contract/errors";
import { type Module, moduleName } from "~/contract/special/modules";
import { SpecialFields, SpecialWhole } from "~/contract/special/special";
import { hostNames } from "~/contract/system/setting";
import { video } from "~/server/database/tables/resource/resource";
import { special } from "~/server/database/tables/special/special";
import { rowsOf } from "~/server/lib/call";
import type { SignedCall } from "~/server/lib/services";
import { readSettings } from "~/server/lib/settings";
import { type ContentItem, kindOf, type Values } from "../content/kind";
import { checkTranslation, translationKey } from "../content/translations";
import { modulesInner } from "./special-modules";
import { endTracker, keepTracker } from "./tracker";
import { type Special, specialOf } from "./view";

/** Shared pages are at `/s/v/{token}`. */
const reserved = ["v"];
export const addressedSpecial = { kind: "special", table: special, name: special.name, reserved } as const;
export const specials = kindOf({
  kind: "special",
  title: "专题",
  module: "special",
  table: special,
  fields: SpecialFields,
  whole: SpecialWhole,
  rich: [],
  pictures: ["cover_id", "cover_mobile_id"],
  inner: modulesInner,
  named: "name",
  addressed: addressedSpecial,
  present: (call, id) => specialOf(call, id),
  check: async (call, values, before) => [
    ...(await checkTranslation(call.db, { table: special, noun: "专题" }, values, before)),
    ...(await checkVideos(call, values, before)),
    ...(await checkVariants(call, values, before)),
  ],
  derive: async (call, values, before) => ({
    translation_key: await translationKey(call.db, special, values, before),
    tracker_id: await keepTracker(call, wantedOf(values), ownOf(before)?.tracker_id ?? null),
  }),
  removed: (call, row) => endTracker(call, ownOf(row)?.tracker_id ?? null, row.was_public),
});
const ownOf = (before: ContentItem | undefined) => before as Special | undefined;
const wantedOf = (values: Values) => values as Pick<SpecialFields, "name" | "channel"> & { slug: string }; // as the schema has parsed them, with the address that it was given
/** Films are videos that there are, or on sites that the settings allow; what the page had before may stay. */
async function checkVideos({ db }: SignedCall, { modules }: Values, before: ContentItem | undefined) {
  const films = (list: readonly Module[]) => list.flatMap((one) => (one.type === "video" ? [one.props] : []));
  const had = films(ownOf(before)?.modules ?? []);
  const { "content.video_hosts": hosts } = await readSettings(db);
  const allowed = hostNames(hosts);
  const list = modules as Module[]; // as the schema has parsed them
  const wanted = films(list).flatMap(({ video_id }) => video_id ?? []);
  const rows = wanted.length ? await db.select({ id: video.id }).from(video).where(inArray(video.id, wanted)) : [];
  for (const [at, module] of list.entries()) {
    if (module.type !== "video") continue;
    const { video_id, url } = module.props;
    const wrong = (message: string) => [
      { field: "modules", label: "模块", message: `${moduleName(module, at)}：${message}` },
    ];
    if (video_id && !rows.some(({ id }) => id === video_id)) return wrong("视频不存在");
    if (url && !had.some((one) => one.url === url) && !allowed.includes(new URL(url).host))
      return wrong(allowed.length ? `只允许这些站点的视频：${allowed.join("、")}` : "系统设置中没有允许的视频站点");
  }
  return [];
}

/** A page is compared with others of its language; a comparison has one page at its head. */
async function checkVariants(
  { db }: SignedCall,
  { variant_ids, lang }: Values,
  before: ContentItem | undefined,
): Promise<FieldError[]> {
  const ids = variant_ids as number[]; // as the schema has parsed them
  const wrong = (message: string) => [{ field: "variant_ids", label: "对比页", message }];
  if (ids.length === 0) return [];
  if (before && ids.includes(before.id)) return wrong("对比页不能是本页");
  const rows = await rowsOf(db, special, and(inArray(special.id, ids), isNull(special.deleted_at)));
  if (rows.length < new Set(ids).size) return wrong("有的对比页不存在或已被删除");
  const other = rows.find((row) => row.lang !== lang);
  if (other) return wrong(`“${other.name}”是另一种语言的专题`);
  const head = rows.find((row) => row.variant_ids.length > 0);
  if (head) return wrong(`“${head.name}”自己有对比页`);
  const [above] = before
    ? await rowsOf(
        db,
        special,
        and(sql`${special.variant_ids} @> ${JSON.stringify([before.id])}::jsonb`, isNull(special.deleted_at)),
      )
    : [];
  return above ? wrong(`本页已是“${above.name}”的对比页`) : [];
}
