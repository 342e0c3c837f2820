import type { PublishStatus } from "~/contract/content/publishing";
import { isoInstant } from "~/server/database/tables/columns";
import type { contentDaily, revision } from "~/server/database/tables/content/content";
import { dayOf } from "~/server/lib/list";
import type { Random } from "../shared/random";

const hour = 3_600_000;
const day = 24 * hour;
/** Days of which views are kept. */
const shownDays = 30;

/** The kinds of this area that are published. */
type SeoKind = "city_intro" | "encyclopaedia" | "seo_article";

interface Piece {
  id: number;
  created_at: string;
  created_by?: number | null | undefined;
  media_ids?: number[] | undefined;
  publish_at?: string | null | undefined;
  was_public?: boolean | undefined;
}

/** A piece's life: four in five are public, the others drafts, to come or off line. */
export function lifeOf(random: Random, now: Date, at: number, by: number) {
  const created = now.getTime() - random.whole(3, 300) * day - random.whole(0, 23) * hour;
  const states: PublishStatus[] = ["published", "published", "published", "published", "draft"];
  const publish_status = at % 20 === 14 ? "scheduled" : at % 20 === 19 ? "offline" : (states[at % 5] ?? "draft");
  const isOut = publish_status === "published" || publish_status === "offline";
  const publish_at = isOut ? created + 5 * hour : publish_status === "scheduled" ? now.getTime() + 30 * hour : null;
  return {
    publish_status,
    publish_at: publish_at === null ? null : isoInstant(publish_at),
    was_public: isOut,
    version: isOut ? 2 : 1,
    ...{ view_count: 0, share_count: 0 },
    created_at: isoInstant(created),
    updated_at: isoInstant(isOut && publish_at !== null ? publish_at : created),
    ...{ created_by: by, updated_by: by },
  };
}

/** What a piece was as it was made. */
export const firstVersion = (kind: SeoKind, row: Piece, names: string[]): typeof revision.$inferInsert => ({
  ...{ kind, target_id: row.id, no: 1, act: "create", version: 1 },
  snapshot: Object.fromEntries(names.map((name) => [name, (row as unknown as Record<string, unknown>)[name] ?? null])),
  changed_fields: names,
  media_ids: row.media_ids ?? [],
  is_live: row.was_public ?? false,
  by: row.created_by ?? null,
  at: row.created_at,
});

/** How often a piece was read, day by day. */
export function viewsOf(kind: SeoKind, row: Piece, now: Date, random: Random) {
  if (!row.was_public || !row.publish_at) return [];
  const from = Date.parse(row.publish_at);
  const liking = random.whole(5, 60);
  const days: (typeof contentDaily.$inferInsert)[] = [];
  for (let ago = Math.min(shownDays, Math.floor((now.getTime() - from) / day)); ago >= 0; ago--) {
    const views = Math.round((liking * random.whole(40, 160)) / 100);
    const date = dayOf(new Date(now.getTime() - ago * day));
    if (views > 0 && date >= dayOf(new Date(from)))
      days.push({ kind, target_id: row.id, date, views, uv: Math.ceil(views * 0.8) });
  }
  return days;
}
