import { z } from "zod";
import { empty, endpoint } from "../endpoint";
import * as field from "../field";
import { trackerCode } from "./tracker";

/** What happens at a tracking point: its page is seen, it is clicked, or only shown. */
export const trackTypes = { pv: "浏览", click: "点击", impression: "展示" } as const;
export type TrackType = keyof typeof trackTypes;

/** What a page of the site tells of a visit. Neither of the last two is kept: the visitor's mark goes into the day's hash, the page belongs to content's own numbers. */
const TrackBody = z.object({
  code: trackerCode(),
  type: field.choice("类型", trackTypes),
  visitor: field.optional(field.text("访客标识", 64)),
  page_url: field.optional(field.text("页面地址", 500)),
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
