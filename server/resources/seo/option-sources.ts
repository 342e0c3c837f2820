import { and, eq, inArray, isNotNull, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { Db } from "~/server/database/database";
import { cityIntro, encyclopaedia } from "~/server/database/tables/seo/city";
import { seoKeyword, seoTag } from "~/server/database/tables/seo/seo";
import { seoArticle } from "~/server/database/tables/seo/seo-article";
import type { Entry } from "~/server/lib/option-values";
import { containsText, includesText } from "~/server/lib/search";
import type { OptionSources } from "~/server/lib/table-options";

const mostOffered = 50;

export const optionSources = {
  seo_tags: {
    offer: ({ db }, { keyword }) =>
      tagsOf(db, and(eq(seoTag.status, "enabled"), keyword ? includesText(seoTag.name, keyword) : undefined)),
    name: ({ db }, values) => tagsOf(db, inArray(seoTag.id, values.map(Number)), values.length),
  },
  seo_keywords: {
    offer: ({ db }, { keyword }) =>
      keywordsOf(
        db,
        and(ne(seoKeyword.status, "paused"), keyword ? containsText(seoKeyword.word, keyword) : undefined),
      ),
    name: ({ db }, values) => keywordsOf(db, inArray(seoKeyword.id, values.map(Number)), values.length),
  },
  city_intros: {
    offer: ({ db }, { keyword }) =>
      piecesOf(db, cityIntro, keyword ? containsText(cityIntro.title, keyword) : undefined),
    name: ({ db }, values) => piecesOf(db, cityIntro, inArray(cityIntro.id, values.map(Number)), values.length),
  },
  encyclopaedias: {
    offer: ({ db }, { keyword }) =>
      piecesOf(db, encyclopaedia, keyword ? containsText(encyclopaedia.title, keyword) : undefined),
    name: ({ db }, values) => piecesOf(db, encyclopaedia, inArray(encyclopaedia.id, values.map(Number)), values.length),
  },
  seo_articles: {
    offer: ({ db }, { keyword }) =>
      piecesOf(db, seoArticle, keyword ? containsText(seoArticle.title, keyword) : undefined),
    name: ({ db }, values) => piecesOf(db, seoArticle, inArray(seoArticle.id, values.map(Number)), values.length),
  },
  seo_keyword_groups: {
    offer: ({ db }) => groupsOf(db, isNotNull(seoKeyword.group_name)),
    name: ({ db }, values) => groupsOf(db, inArray(seoKeyword.group_name, values.map(String))),
  },
} satisfies Partial<OptionSources>;

const piecesOf = (
  db: Db,
  table: typeof cityIntro | typeof encyclopaedia | typeof seoArticle,
  which: SQL | undefined,
  limit = mostOffered,
): Promise<Entry[]> =>
  db
    .select({ value: table.id, label: table.title, isEnabled: sql<boolean>`true` })
    .from(table)
    .where(and(isNull(table.deleted_at), which))
    .orderBy(sql`${table.updated_at} desc, ${table.id} desc`)
    .limit(limit);

const tagsOf = (db: Db, which: SQL | undefined, limit = mostOffered): Promise<Entry[]> =>
  db
    .select({ value: seoTag.id, label: seoTag.name, isEnabled: sql<boolean>`${seoTag.status} = 'enabled'` })
    .from(seoTag)
    .where(and(isNull(seoTag.deleted_at), which))
    .orderBy(seoTag.sort, seoTag.id)
    .limit(limit);

const keywordsOf = (db: Db, which: SQL | undefined, limit = mostOffered): Promise<Entry[]> =>
  db
    .select({ value: seoKeyword.id, label: seoKeyword.word, isEnabled: sql<boolean>`${seoKeyword.status} <> 'paused'` })
    .from(seoKeyword)
    .where(which)
    .orderBy(sql`${seoKeyword.created_at} desc, ${seoKeyword.id} desc`)
    .limit(limit);

const mostGroups = 200;

async function groupsOf(db: Db, which: SQL): Promise<Entry[]> {
  const rows = await db
    .selectDistinct({ value: seoKeyword.group_name })
    .from(seoKeyword)
    .where(which)
    .orderBy(seoKeyword.group_name)
    .limit(mostGroups);
  return rows.flatMap(({ value }) => (value === null ? [] : [{ value, label: value, isEnabled: true }]));
}
