import { SeoArticleDetail, SeoArticleRow, SeoArticleWhole } from "~/contract/seo/seo-article";
import { seoArticle } from "~/server/database/tables/seo/seo-article";
import type { SignedCall } from "~/server/lib/call";
import { found } from "~/server/lib/refusal";
import { rowOf } from "~/server/lib/row";
import { presentItem, withValues } from "~/server/resources/content/drafted";
import type { Values } from "~/server/resources/content/kind";
import { translationsOf } from "~/server/resources/content/translations";
import { lifeDetailOf, livesOf } from "~/server/resources/content/view";
import { districtsOf } from "~/server/resources/shared/districts";
import { textsForEditor } from "~/server/resources/shared/rich-texts";
import { pictureUrl } from "~/server/resources/shared/upload";
import { keywordsOf } from "./figures";

export type SeoArticle = typeof seoArticle.$inferSelect;

export async function toSeoArticleRows(call: SignedCall, rows: readonly SeoArticle[]): Promise<SeoArticleRow[]> {
  const { db, services } = call;
  const words = await keywordsOf(db, [...new Set(rows.flatMap(({ keyword_ids }) => keyword_ids))]);
  const places = await districtsOf(db, [...new Set(rows.flatMap(({ district_id }) => district_id ?? []))]);
  const life = await livesOf(call, "seo_article", rows, SeoArticleWhole);
  return rows.map((row) => {
    const { district_id } = row;
    return rowOf(SeoArticleRow, row, {
      ...life(row),
      cover: row.cover_id ? pictureUrl(services, row.cover_id, "thumb") : null,
      keywords: row.keyword_ids.flatMap((id) => words.find((word) => word.id === id) ?? []),
      district: places.find(({ id }) => id === district_id)?.name ?? null,
    });
  });
}

export async function seoArticleOf(call: SignedCall, id: number, values: Values = {}): Promise<SeoArticleDetail> {
  const { db } = call;
  const row: SeoArticle = withValues(await presentItem(db, seoArticle, id), values);
  const [shown] = await toSeoArticleRows(call, [row]);
  return rowOf(SeoArticleDetail, row, {
    ...found(shown),
    ...(await textsForEditor(call, row, ["content"])),
    translations: await translationsOf(db, seoArticle, row),
    ...(await lifeDetailOf(call, "seo_article", row)),
  });
}
