import type { Database } from "~/server/database/database";
import { tracker } from "~/server/database/tables/inquiry/tracker";
import { put } from "./factories";

/** A tracking point of the site. */
export async function makeTracker(db: Database, values: Partial<typeof tracker.$inferInsert> = {}) {
  const facts = { platform: "web", channel: "seo", page_type: "home", target_url: "https://www.example.com/" } as const;
  return put(db, tracker, { ...facts, code: "home-top", name: "首页按钮", ...values });
}
