import type { ContentKind } from "~/contract/content/content-kinds";
import type { Db } from "~/server/database/database";
import { type PageNews, pushLater } from "~/server/lib/engines";
import { readSettings } from "~/server/lib/settings";
import { siteUrlBy } from "~/server/resources/shared/site";

/** What of a piece makes its page: one whose text stands elsewhere (`canonical`) has none for search engines. */
export interface PagePiece {
  id: number;
  slug?: string;
  canonical?: string | null;
}

/** Tells the search engines of pages of pieces, after the commit. */
export async function tellPages(
  db: Db,
  now: Date,
  kind: ContentKind,
  pieces: readonly PagePiece[],
  news: PageNews,
): Promise<void> {
  const settings = await readSettings(db);
  const own = pieces.filter(({ canonical }) => !canonical);
  await pushLater(
    db,
    now,
    news,
    own.map(({ id, slug }) => siteUrlBy(settings, kind, slug ?? id)),
  );
}
