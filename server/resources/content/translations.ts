import { and, eq, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import { type Language, languageTag, type Ref } from "~/contract/common";
import type { ContentKind } from "~/contract/content/content-kinds";
import type { FieldError } from "~/contract/errors";
import type { Db } from "~/server/database/database";
import { readSettings } from "~/server/lib/settings";
import { siteUrlBy } from "~/server/resources/shared/site";
import { isPublic } from "../shared/content-visits";
import type { ContentItem, ContentTable, Values } from "./kind";
import type { TranslatedItem } from "./public";

/** A kind whose pieces may have several languages, which share a key. */
export type KeyedTable = ContentTable &
  Record<"title" | "lang" | "translation_key", AnyPgColumn> & { slug?: AnyPgColumn };
/** One whose pieces say what they are translations of. */
export type TranslatedTable = KeyedTable & Record<"translation_of", AnyPgColumn>;
const languageOf = (values: Values) => values.lang as Language; // as the kind's schema has parsed it
const sourceOf = (values: Values) => (values.translation_of as number | null | undefined) ?? null;
async function pieceWhere(db: Db, table: TranslatedTable, where: SQL | undefined) {
  const plain: PgTable = table;
  const [row] = await db
    .select({
      title: sql<string>`${table.title}`,
      translation_of: sql<number | null>`${table.translation_of}`,
      translation_key: sql<string>`${table.translation_key}`,
    })
    .from(plain)
    .where(where)
    .limit(1);
  return row;
}

/** A translation is of a piece that is none itself, in another language than that and its other translations. `noun`: what such a piece is called. */
export async function checkTranslation(
  db: Db,
  { table, noun }: { table: TranslatedTable; noun: string },
  values: Values,
  before: ContentItem | undefined,
): Promise<FieldError[]> {
  const of = sourceOf(values);
  const wrong = (message: string): FieldError[] => [{ field: "translation_of", label: "译自", message }];
  if (of === null) return [];
  if (of === before?.id) return wrong("不能译自本文");
  const isThere = isNull(table.deleted_at);
  const source = await pieceWhere(db, table, and(eq(table.id, of), isThere));
  if (!source) return wrong(`译自的${noun}不存在或已被删除`);
  if (source.translation_of !== null) return wrong(`“${source.title}”本身是译文，请选择原文`);
  if (before && (await pieceWhere(db, table, and(eq(table.translation_of, before.id), isThere))))
    return wrong("本文已有译文，不能再作为译文");
  const same = await pieceWhere(
    db,
    table,
    and(
      eq(table.translation_key, source.translation_key),
      eq(table.lang, languageOf(values)),
      isThere,
      before && ne(table.id, before.id),
    ),
  );
  return same ? [{ field: "lang", label: "语言", message: `该${noun}已有这种语言的版本“${same.title}”` }] : [];
}

/** The key of what a piece is a translation of, else its own. */
export async function translationKey(db: Db, table: TranslatedTable, values: Values, before: ContentItem | undefined) {
  const of = sourceOf(values);
  const own = before as TranslatedItem | undefined; // a row of this table
  if (of === null) return own?.translation_of === null ? own.translation_key : crypto.randomUUID();
  const source = await pieceWhere(db, table, eq(table.id, of));
  return source?.translation_key ?? crypto.randomUUID();
}

/** The same piece in other languages, for its form. */
export async function translationsOf(
  db: Db,
  table: KeyedTable,
  { id, translation_key }: { id: number; translation_key: string },
): Promise<(Ref & { lang: string })[]> {
  const plain: PgTable = table;
  return db
    .select({
      id: sql<number>`${table.id}`.mapWith(Number),
      name: sql<string>`${table.title}`,
      lang: sql<string>`${table.lang}`,
    })
    .from(plain)
    .where(and(eq(table.translation_key, translation_key), ne(table.id, id), isNull(table.deleted_at)))
    .orderBy(table.id);
}

interface Piece {
  id: number;
  lang: string;
  translation_key: string;
  slug?: string;
}

/** What visitors are told of a piece's languages at a moment (domain E.6). `shown`: which of its translations they see, where that is not all that is public. */
export async function languagesOf(
  db: Db,
  { kind, table, shown }: { kind: ContentKind; table: KeyedTable; shown?: SQL },
  piece: Piece,
  now: Date,
): Promise<{ alternates: Alternate[]; hreflang: { hreflang: string; url: string }[] }> {
  const plain: PgTable = table;
  const rows = await db
    .select({
      id: sql<number>`${table.id}`.mapWith(Number),
      lang: sql<string>`${table.lang}`,
      slug: sql<string>`${table.slug ?? table.id}::text`,
    })
    .from(plain)
    .where(
      and(eq(table.translation_key, piece.translation_key), ne(table.id, piece.id), shown ?? isPublic(table, now)),
    );
  const settings = await readSettings(db);
  const own = { id: piece.id, lang: piece.lang, slug: piece.slug ?? String(piece.id) };
  const all = [own, ...rows]
    .sort((a, b) => a.id - b.id)
    .map((one) => ({ ...one, url: siteUrlBy(settings, kind, one.slug) }));
  return {
    alternates: all.flatMap(({ id, ...one }) => (id === piece.id ? [] : [one])),
    hreflang: all.length > 1 ? hreflangOf(all) : [],
  };
}

type Alternate = { lang: string; slug: string; url: string | null };

/** Each language's page; whoever reads none of them is led to the Chinese one, else to the first. */
function hreflangOf(all: readonly Alternate[]) {
  const pages = all.flatMap(({ lang, url }) => (url ? [{ hreflang: languageTag(lang), url }] : []));
  const other = pages.find(({ hreflang }) => hreflang === "zh") ?? pages[0];
  return other ? [...pages, { hreflang: "x-default", url: other.url }] : [];
}
