import { and, eq, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Language, Ref } from "~/contract/common";
import type { FieldError } from "~/contract/errors";
import type { Db } from "~/server/database/database";
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

/** The same piece in the other languages that are public at a moment, each by the name in its address. */
export async function alternatesOf(
  db: Db,
  table: KeyedTable,
  { id, translation_key }: { id: number; translation_key: string },
  now: Date,
): Promise<{ lang: string; slug: string }[]> {
  const plain: PgTable = table;
  return db
    .select({ lang: sql<string>`${table.lang}`, slug: sql<string>`${table.slug ?? table.id}::text` })
    .from(plain)
    .where(and(eq(table.translation_key, translation_key), ne(table.id, id), isPublic(table, now)))
    .orderBy(table.id);
}
