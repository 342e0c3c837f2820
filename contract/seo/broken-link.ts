import { z } from "zod";
import { keyword, listQuery, oneOf, page } from "../common";
import { contentKinds } from "../content/content-kinds";
import { endpoint } from "../endpoint";
import * as field from "../field";

export const BrokenLinkRow = z.object({
  id: field.id(),
  kind: field.choice("类型", contentKinds),
  target_id: z.int(),
  title: z.string().meta({ label: "内容" }),
  url: z.string().meta({ label: "链接" }),
  reason: z.string().meta({ label: "原因" }),
  found_at: field.instant("发现时间"),
});
export type BrokenLinkRow = z.output<typeof BrokenLinkRow>;

/** Links in public texts that lead nowhere, of the kinds that the caller may see: the job finds them anew each day, and what is mended goes (domain B.8). */
export const brokenLink = {
  list: endpoint("GET /api/seo/broken-link", "失效链接列表", "seo:section:view", {
    query: listQuery({ keyword: keyword(), kind: oneOf(contentKinds) }, ["found_at", "title"], "-found_at"),
    reply: page(BrokenLinkRow),
  }),
};
