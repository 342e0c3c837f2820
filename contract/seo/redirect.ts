import { z } from "zod";
import { keyword, listQuery, page } from "../common";
import { publicRead } from "../content/public-content";
import * as field from "../field";
import { recordEndpoints } from "../record-endpoints";
import { importEndpoints } from "../shared/import-endpoints";
import { ImportTask } from "../shared/import-task";

export const longestPath = 300;
export const mostRedirects = 5_000;

/** A page of the company's site: its path (`/news/1`), or its whole address. What comes after `?` or `#` names no page of its own. */
const sitePath = (label: string) =>
  z
    .string({ error: `请输入${label}` })
    .trim()
    .min(1, `请输入${label}`)
    .max(longestPath, `${label}不能超过${longestPath}个字`)
    .regex(/^(\/(?!\/)|https?:\/\/[^\s/?#]+)[^\s?#]*$/, `${label}应以 / 开头，不含 ? 和 #`)
    .meta({ label, control: "text" });

export const RedirectFields = z.object({
  from_path: sitePath("旧地址").meta({ help: "主站上已不存在的页面，以 / 开头" }),
  to_path: sitePath("新地址").meta({ help: "主站上现有的页面，以 / 开头" }),
  remark: field.optional(field.text("备注", 100)),
});
export type RedirectFields = z.output<typeof RedirectFields>;

export const RedirectRow = field.rowOf(RedirectFields, ["from_path", "to_path", "remark"], {
  ...field.record(),
  created_at: field.instant("创建时间"),
  can: field.can("edit", "delete"),
});
export type RedirectRow = z.output<typeof RedirectRow>;

const path = "/api/seo/redirect";

export const siteRedirect = recordEndpoints(path, "跳转", {
  ...{ kind: "site_redirect", permission: "seo:section:view", write: "seo:section:edit" },
  query: listQuery({ keyword: keyword() }, ["created_at", "from_path"], "-created_at"),
  page: page(RedirectRow),
  record: RedirectRow,
  create: RedirectFields,
  update: RedirectFields.extend({ version: field.version() }),
});

/** An old address that is there already leads to the row's new one. */
export const siteRedirectImport = importEndpoints(`${path}/import`, "跳转", {
  permission: "seo:section:edit",
  reply: ImportTask,
  id: "id",
});

export const publicRedirect = {
  /** Where a page of the site that is gone leads to. 40400 where nobody has said so, and then the path is counted. */
  get: publicRead("GET /api/public/seo/redirect", "主站页面跳转（公开）", {
    query: z.object({ path: sitePath("地址") }),
    reply: z.object({ to: z.string(), url: z.string().nullable() }),
  }),
};
