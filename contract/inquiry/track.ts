import { z } from "zod";
import { type BuiltKind, contentCodes, contentKinds } from "../content/content-kinds";
import { empty, endpoint } from "../endpoint";
import * as field from "../field";
import { trackerCode } from "./tracker";

const readKinds = Object.fromEntries(
  (Object.keys(contentCodes) as BuiltKind[]).map((kind) => [kind, contentKinds[kind]]),
) as Record<BuiltKind, string>; // the same keys

/** What happens at a tracking point or to a piece of content: its page is seen, it is clicked, only shown, played, or passed on. */
export const trackTypes = {
  pv: "浏览",
  view: "阅读",
  click: "点击",
  impression: "展示",
  play: "播放",
  share: "分享",
} as const;
export type TrackType = keyof typeof trackTypes;

/** What a page of the site tells of a visit. Neither of the last two is kept: the visitor's mark goes into the day's hash, the page belongs to content's own numbers. */
const TrackBody = z
  .object({
    code: field.optional(trackerCode()),
    /** In the place of a code: a piece of content, by its kind and number. */
    kind: field.optional(field.choice("内容类型", readKinds)),
    id: field.optional(field.id("内容")),
    type: field.choice("类型", trackTypes),
    visitor: field.optional(field.text("访客标识", 64)),
    page_url: field.optional(field.text("页面地址", 500)),
  })
  .refine(({ code, kind, id }) => (code === null) !== (kind === null) && (kind === null) === (id === null), {
    error: "追踪点编码与内容须填写其一",
    path: ["code"],
  });

export const track = {
  /** 204, also for what is not counted: an unknown code, one out of use, a crawler. 120 a minute and address. */
  track: endpoint("POST /api/public/track", {
    summary: "上报访问",
    permission: "public",
    body: TrackBody,
    reply: empty,
  }),
};
