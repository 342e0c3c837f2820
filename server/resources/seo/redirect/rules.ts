import { type SQL, sql } from "drizzle-orm";
import type { FieldError } from "~/contract/errors";
import { labelOf } from "~/contract/field";
import { RedirectFields } from "~/contract/seo/redirect";
import type { Db } from "~/server/database/database";
import { siteRedirect } from "~/server/database/tables/seo/site-page";
import { pick } from "~/server/lib/call";
import type { Settings } from "~/server/lib/settings";
import { tidyPath } from "../site-page";

export type Paths = Pick<RedirectFields, "from_path" | "to_path">;

/** Until the commit nobody else changes a redirect: together two could make a circle. */
export const lockRedirects = (db: Db) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended('site_redirect', 0))`);

export const redirectsNow = (db: Db, where?: SQL) =>
  pick(db, siteRedirect, ["id", "version", "from_path", "to_path", "remark"], where);

const wrong = (field: keyof Paths, message: string): FieldError => ({
  field,
  label: labelOf(RedirectFields.shape[field], field),
  message,
});

/** Both as they are kept, or which of them is no page of the site. */
export function tidyPaths(settings: Settings, given: Paths): Paths | FieldError {
  const [from_path, to_path] = [tidyPath(settings, given.from_path), tidyPath(settings, given.to_path)];
  if (from_path === undefined) return wrong("from_path", "旧地址不是主站的地址");
  if (from_path === "/") return wrong("from_path", "首页不能设置跳转");
  if (to_path === undefined) return wrong("to_path", "新地址不是主站的地址");
  return { from_path, to_path };
}

/** What speaks against a redirect next to the others: each leads to its end at once, so that there are no circles and no chains. */
export function complaintOn({ from_path, to_path }: Paths, others: Iterable<Paths>): FieldError | undefined {
  if (from_path === to_path) return wrong("to_path", "新地址不能与旧地址相同");
  for (const one of others) {
    if (one.from_path === from_path) continue;
    if (one.from_path === to_path) return wrong("to_path", `“${to_path}”已跳转到“${one.to_path}”，请直接填写后者`);
    if (one.to_path === from_path) return wrong("from_path", `“${one.from_path}”跳转到“${from_path}”，请先修改它`);
  }
  return undefined;
}
