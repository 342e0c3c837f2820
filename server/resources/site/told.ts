import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { ContentKind } from "~/contract/content/content-kinds";
import { article } from "~/server/database/tables/article/article";
import { investment, report, video } from "~/server/database/tables/resource/resource";
import { cityIntro, encyclopaedia } from "~/server/database/tables/seo/city";
import { seoArticle } from "~/server/database/tables/seo/seo-article";
import { special } from "~/server/database/tables/special/special";

/** What a feed or a map tells of a piece, by its kind's columns. */
interface Told {
  title: AnyPgColumn;
  summary: AnyPgColumn;
  cover: AnyPgColumn;
  /** The files that its form and texts name. */
  files: AnyPgColumn;
  /** Of kinds whose pieces have languages. */
  words?: { lang: AnyPgColumn; key: AnyPgColumn };
}

type Usual = Record<"title" | "media_ids", AnyPgColumn>;
type Translated = Usual & Record<"lang" | "translation_key", AnyPgColumn>;

const plain = (table: Usual, summary: AnyPgColumn, cover: AnyPgColumn): Told => ({
  ...{ title: table.title, files: table.media_ids, summary, cover },
});
const translated = (table: Translated, summary: AnyPgColumn, cover: AnyPgColumn): Told => ({
  ...plain(table, summary, cover),
  words: { lang: table.lang, key: table.translation_key },
});

export const told: Readonly<Record<ContentKind, Told>> = {
  article: translated(article, article.summary, article.cover_id),
  seo_article: translated(seoArticle, seoArticle.summary, seoArticle.cover_id),
  encyclopaedia: translated(encyclopaedia, encyclopaedia.summary, encyclopaedia.cover_id),
  city_intro: translated(cityIntro, cityIntro.summary, cityIntro.banner_id),
  investment: translated(investment, investment.summary, investment.cover_id),
  video: plain(video, video.description, video.cover_id),
  report: plain(report, report.summary, report.cover_id),
  special: translated(special, special.seo_desc, special.cover_id),
};
