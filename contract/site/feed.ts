import { z } from "zod";
import { publicLang } from "../content/public-content";
import { endpoint, xml } from "../endpoint";

/** JSON Feed 1.1 (jsonfeed.org). */
const JsonFeed = z.object({
  version: z.literal("https://jsonfeed.org/version/1.1"),
  title: z.string(),
  home_page_url: z.string(),
  feed_url: z.string(),
  language: z.string(),
  items: z.array(
    z.object({
      /** The same for good, whatever the piece's address. */
      id: z.string(),
      url: z.string(),
      title: z.string(),
      /** As plain text; empty where the piece has none. */
      content_text: z.string(),
      image: z.string().optional(),
      date_published: z.string(),
      date_modified: z.string(),
      language: z.string().optional(),
    }),
  ),
});
export type JsonFeed = z.output<typeof JsonFeed>;

const query = z.object({ lang: publicLang() });
const shared = { query, sharedFor: "page" } as const;

/** The newest pieces of a kind, each in one language. 40400 while an address of ours or the site's is not set. */
export const feed = {
  rss: endpoint("GET /api/public/feed/{kind}/rss", "RSS订阅（公开）", "public", { ...shared, reply: xml }),
  atom: endpoint("GET /api/public/feed/{kind}/atom", "Atom订阅（公开）", "public", { ...shared, reply: xml }),
  /** As it is, without the envelope. */
  json: endpoint("GET /api/public/feed/{kind}/json", "JSON订阅（公开）", "public", {
    ...{ ...shared, reply: JsonFeed, isPlain: true },
  }),
};
