import { and, eq, type InferSelectModel, inArray, type SQL, sql } from "drizzle-orm";
import { type AnyPgColumn, alias, type PgTable } from "drizzle-orm/pg-core";
import type { Language } from "~/contract/common";
import type { ContentKind } from "~/contract/content/content-kinds";
import type { Db } from "~/server/database/database";
import { found, refuse, rowsOf, type SignedCall } from "~/server/lib/call";
import { cappedCount, offsetOf, pageOf } from "~/server/lib/list";
import { admitVisitor, cachedAs } from "~/server/lib/public-read";
import type { RawCall } from "~/server/lib/serve";
import type { Services } from "~/server/lib/services";
import { readSettings } from "~/server/lib/settings";
import { isPublic, nextTurn } from "~/server/resources/shared/content-visits";
import { type PictureSize, pictureUrl, publicPictureUrl } from "~/server/resources/shared/upload";
import type { ContentItem, ContentTable } from "./kind";
import { readPreview } from "./page";
import { draftedItem } from "./write";

export type TranslatedItem = ContentItem & { translation_of: number | null; translation_key: string };

/** What goes before our addresses where another site shows them: as the settings say, else nothing. By which name a reader has asked is the reader's to say, and a cache would tell it to all others. */
export async function ownBase({ services }: Pick<RawCall, "services">): Promise<string> {
  return (await readSettings(services.db))["site.desk_base"];
}

/** How a piece is to be read: what goes before our addresses, and whether somebody of the house looks before the public may. */
export interface Reading {
  base: string;
  isPreview: boolean;
}

/** Where the pictures of a piece are: for the public at lasting addresses, in a preview at those of the day, since nothing public need use them. */
export const picturesFor =
  (services: Services, { base, isPreview }: Reading) =>
  (id: number, size?: PictureSize) =>
    base + (isPreview ? pictureUrl : publicPictureUrl)(services, id, size);

/** When the next piece of these kinds becomes public or ends: until then what is kept of them is true. */
export async function nextChange(db: Db, tables: readonly ContentTable[], now: Date): Promise<Date | undefined> {
  const turns = sql.join(
    tables.map((table) => nextTurn(table, now)),
    sql`, `,
  );
  const { rows } = await db.execute<{ at: string | null }>(sql`select least(${turns})::text as at`);
  return rows[0]?.at ? new Date(rows[0].at) : undefined;
}

interface Translated {
  id: AnyPgColumn;
  lang: AnyPgColumn;
  translation_key: AnyPgColumn;
}

/** Of a piece in several languages one: the asked one, else Chinese, else the first. */
export function isBestIn(table: ContentTable & Translated, lang: Language, now: Date): SQL {
  const other = alias(table as PgTable, "other") as unknown as ContentTable & Translated; // the same columns under another name
  const rank = (one: Translated) =>
    sql`(case when ${one.lang} = ${lang} then 0 when ${one.lang} = 'zh' then 1 else 2 end, ${one.id})`;
  return sql`not exists (select 1 from ${table as PgTable} as other where ${other.translation_key} = ${table.translation_key}
    and ${isPublic(other, now)} and ${rank(other)} < ${rank(table)})`;
}

/** JSON that is safe in a script element: nothing in it ends one, or begins a comment. */
export const scriptJson = (value: unknown): string => JSON.stringify(value).replaceAll("<", "\\u003c");

/** Questions with their answers as search engines are told of them. */
export const faqPage = (list: readonly { q: string; a: string }[]) => ({
  "@type": "FAQPage",
  mainEntity: list.map(({ q, a }) => ({
    "@type": "Question",
    name: q,
    acceptedAnswer: { "@type": "Answer", text: a },
  })),
});

type VisitorCall = Pick<SignedCall, "db" | "services" | "origin"> & { raw: Request };

interface Paged {
  page: number;
  page_size: number;
}

/** A page of what is public of a kind at this moment, in this order, kept no longer than it is true. */
export async function publicItems<T extends ContentTable, R>(
  call: VisitorCall & { query: Paged },
  table: T,
  { where, order }: { where: (SQL | undefined)[]; order: SQL[] },
  show: (rows: InferSelectModel<T>[], reading: Reading) => Promise<R[]>,
) {
  await admitVisitor(call);
  const { db, query, services } = call;
  const now = services.now();
  const which = and(isPublic(table, now), ...where);
  // The table is a parameter, which drizzle cannot follow; its rows are what the table says.
  const plain: PgTable = table;
  const rows = await db
    .select()
    .from(plain)
    .where(which)
    .orderBy(...order)
    .limit(query.page_size)
    .offset(offsetOf(query));
  const total = await cappedCount(db, sql`from ${plain} where ${which}`);
  const list = await show(rows as InferSelectModel<T>[], { base: await ownBase(call), isPreview: false });
  return cachedAs(pageOf(query, list, total), { until: await nextChange(db, [table], now) });
}

export interface PublicKind<T extends ContentTable> {
  kind: ContentKind;
  table: T;
  /** Other kinds that its page names. */
  shows?: readonly ContentTable[];
}

/** One piece as visitors see it: what `find` gives, public at this moment; with a token also before, and then nobody keeps it. */
export async function publicPiece<T extends ContentTable, R extends object>(
  call: VisitorCall & { query: { preview?: string | undefined } },
  { kind, table, shows = [] }: PublicKind<T>,
  find: (now: Date) => Promise<InferSelectModel<T>>,
  show: (row: InferSelectModel<T>, reading: Reading) => Promise<R>,
  /** The piece that a token has to be of, if the address has a number. */
  id?: number,
): Promise<R> {
  await admitVisitor(call);
  const { db, query, services } = call;
  const now = services.now();
  const base = await ownBase(call);
  if (query.preview) {
    const previewed = readPreview(services, query.preview);
    if (previewed.kind !== kind || previewed.id !== (id ?? previewed.id)) return refuse(40400);
    const row = await draftedItem(db, { kind, table }, previewed);
    return cachedAs(await show(row, { base, isPreview: true }), { isPreview: true });
  }
  const shown = await show(await find(now), { base, isPreview: false });
  return cachedAs(shown, { until: await nextChange(db, [table, ...shows], now) });
}

/** One piece by its number. */
export const publicItem = <T extends ContentTable, R extends object>(
  call: VisitorCall & { params: { id: number }; query: { preview?: string | undefined } },
  of: PublicKind<T>,
  show: (row: InferSelectModel<T>, reading: Reading) => Promise<R>,
): Promise<R> => {
  const { id } = call.params;
  const find = async (now: Date) => {
    const plain: PgTable = of.table;
    const [row] = await rowsOf(call.db, plain, and(eq(of.table.id, id), isPublic(of.table, now)));
    return found(row as InferSelectModel<T> | undefined);
  };
  return publicPiece(call, of, find, show, id);
};

/** Those of these that are public, in this order. */
export async function publicOf<T extends ContentTable>(db: Db, table: T, ids: readonly number[], now: Date) {
  if (ids.length === 0) return [];
  const rows = await rowsOf(db, table, and(inArray(table.id, [...ids]), isPublic(table, now)));
  return ids.flatMap((id): T["$inferSelect"][] => rows.filter((row) => (row as unknown as ContentItem).id === id));
}
