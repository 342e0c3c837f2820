import { z } from "zod";
import { keyword, listQuery, page } from "../common";
import { endpoint } from "../endpoint";
import * as field from "../field";

/** How many paths are kept, and for how many days after they were last asked for. */
export const mostMissing = 1_000;
export const missingDays = 30;

export const MissingRow = z.object({
  id: field.id(),
  path: z.string().meta({ label: "地址" }),
  count: z.int().meta({ label: "次数" }),
  first_at: field.instant("首次"),
  last_at: field.instant("最近"),
  can: field.can("redirect", "delete"),
});
export type MissingRow = z.output<typeof MissingRow>;

const path = "/api/seo/missing-page";

/** Pages that visitors of the site asked for and that are not there (domain B.8). */
export const missingPage = {
  list: endpoint(`GET ${path}`, "404页面列表", "seo:section:view", {
    query: listQuery({ keyword: keyword() }, ["count", "first_at", "last_at", "path"], "-count"),
    reply: page(MissingRow),
  }),
  remove: endpoint(`DELETE ${path}/{id}`, "删除404记录", "seo:section:edit", { reply: z.null() }),
};
