import { type SQL, sql } from "drizzle-orm";
import { type AnyPgColumn, alias, type PgTable } from "drizzle-orm/pg-core";
import type { Language } from "~/contract/common";
import type { Db } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import type { RawCall } from "~/server/lib/serve";
import type { Services } from "~/server/lib/services";
import { readSettings } from "~/server/lib/settings";
import { isPublic } from "~/server/resources/shared/content-visits";
import { type PictureSize, pictureUrl, publicPictureUrl } from "~/server/resources/shared/upload";
import type { ContentTable } from "./kind";

export { admitVisitor } from "~/server/lib/public-read";

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
  (id: number, size?: PictureSize): string =>
    base + (isPreview ? pictureUrl : publicPictureUrl)(services, id, size);

/** When the next piece of a kind becomes public: until then what is kept of the kind is true. */
export async function nextChange(db: Db, table: ContentTable, now: Date): Promise<Date | undefined> {
  const plain: PgTable = table;
  const [row] = await db
    .select({ at: sql<string | null>`min(${table.publish_at})` })
    .from(plain)
    .where(
      sql`${table.deleted_at} is null and ${table.publish_status} = 'scheduled' and ${table.publish_at} > ${isoInstant(now)}`,
    );
  return row?.at ? new Date(row.at) : undefined;
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
