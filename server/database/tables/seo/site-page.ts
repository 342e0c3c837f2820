import { index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { ContentKind } from "~/contract/content/content-kinds";
import { common, instant, rowId, versioned } from "../columns";

/** Pages of the company's site that are gone, and where they lead to (跳转): paths as `server/resources/seo/site-page.ts` writes them. */
export const siteRedirect = pgTable(
  "site_redirect",
  {
    ...common,
    ...versioned,
    from_path: text().notNull(),
    to_path: text().notNull(),
    remark: text(),
  },
  (t) => [
    uniqueIndex("site_redirect_from").on(t.from_path),
    index("site_redirect_to").on(t.to_path), // what leads to a page, so that no chain comes of it
    index("site_redirect_created").on(t.created_at, t.id), // the list's order
  ],
);

/** Pages that the site asked for and that are not there: a thousand at most, so that no list needs an index. */
export const missingPage = pgTable(
  "missing_page",
  {
    id: rowId().primaryKey().generatedByDefaultAsIdentity(),
    path: text().notNull(),
    count: integer().notNull().default(1),
    first_at: instant().notNull(),
    last_at: instant().notNull(),
  },
  (t) => [uniqueIndex("missing_page_path").on(t.path)],
);

/** Links in public texts that lead nowhere, as the job has last found them. */
export const brokenLink = pgTable(
  "broken_link",
  {
    id: rowId().primaryKey().generatedByDefaultAsIdentity(),
    kind: text().$type<ContentKind>().notNull(),
    target_id: rowId().notNull(),
    /** What the piece was called then. */
    title: text().notNull(),
    url: text().notNull(),
    reason: text().notNull(),
    found_at: instant().notNull(),
  },
  (t) => [
    uniqueIndex("broken_link_url").on(t.kind, t.target_id, t.url),
    index("broken_link_found").on(t.found_at, t.id), // the list's order
  ],
);
