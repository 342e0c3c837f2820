import { z } from "zod";
import { type ContentKind, contentKinds } from "../content/content-kinds";
import { searchPlatforms, trackerCode } from "../customer/customer-user";
import { empty, endpoint } from "../endpoint";
import * as field from "../field";

export type TrackedKind = ContentKind | "estate" | "banner";

const trackedKinds: Readonly<Record<TrackedKind, string>> = { ...contentKinds, estate: "房源", banner: "轮播图" };

/** What happens at a tracking point or to a piece of content: its page is seen, it is clicked, only shown, played, passed on, or liked; or somebody has searched the site. */
export const trackTypes = {
  pv: "浏览",
  view: "阅读",
  click: "点击",
  impression: "展示",
  play: "播放",
  share: "分享",
  like: "点赞",
  search: "搜索",
} as const;
export type TrackType = keyof typeof trackTypes;

/** A page's report of a visit. Neither of the last two is kept: the visitor's mark goes into the day's hash, the page into content's own numbers. */
const TrackBody = z
  .object({
    code: field.optional(trackerCode()),
    /** In the place of a code: a piece of content, an estate, or a banner, by its kind and number. */
    kind: field.optional(field.choice("内容类型", trackedKinds)),
    id: field.optional(field.id("内容")),
    type: field.choice("类型", trackTypes),
    visitor: field.optional(field.text("访客标识", 64)),
    page_url: field.optional(field.pageAddress("页面地址")),
    /** Of a search: what was typed, where, and how much it found. A tracking point says its platform by itself. */
    keyword: field.optional(field.text("搜索词", 100)),
    platform: field.optional(field.choice("平台", searchPlatforms)),
    result_count: field.optional(field.integer("结果数", 0, 2_000_000_000)),
  })
  .refine(
    ({ type, code, kind, id }) =>
      type === "search" || ((code === null) !== (kind === null) && (kind === null) === (id === null)),
    { error: "追踪点编码与内容须填写其一", path: ["code"] },
  )
  .refine(({ type, keyword }) => type !== "search" || keyword !== null, { error: "请输入搜索词", path: ["keyword"] });

export const track = {
  /** 204, also for what is not counted: an unknown code, one out of use, a crawler. 120 a minute and address. */
  track: endpoint("POST /api/public/track", "上报访问", "public", { body: TrackBody, reply: empty }),
};
