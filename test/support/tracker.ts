import type { Database } from "~/server/database/database";
import { tracker } from "~/server/database/tables/inquiry/tracker";
import { found } from "~/server/lib/call";

/** A tracking point of the site. */
export async function makeTracker(db: Database, values: Partial<typeof tracker.$inferInsert> = {}) {
  const facts = { platform: "web", channel: "seo", page_type: "home", target_url: "https://www.example.com/" } as const;
  const [row] = await db
    .insert(tracker)
    .values({ ...facts, code: "home-top", name: "首页按钮", ...values })
    .returning();
  return found(row);
}
