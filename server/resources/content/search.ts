import { and, desc, inArray, isNull, or, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { ContentKind } from "~/contract/content/content-kinds";
import { type ContentHit, hitLimit } from "~/contract/search/search";
import type { SignedCall } from "~/server/lib/call";
import { firstHits } from "~/server/lib/list";
import { containsText } from "~/server/lib/search";
import { type ContentItem, type Kind, mayView, statusAt } from "./kind";

type Found = ContentItem & { updated_at: string };

/** Pieces by their titles, of the kinds that the caller may read: those that were changed last. */
export const searchContents =
  (kinds: Readonly<Record<ContentKind, Kind>>) =>
  async ({ db, user, services }: SignedCall, keyword: string): Promise<ContentHit[]> => {
    const seen = Object.values(kinds).filter(({ kind }) => mayView(kind, user));
    const found = await Promise.all(
      seen.map(async ({ kind, table, addressed }) => {
        // The table is a parameter, which drizzle cannot follow.
        const plain: PgTable = table;
        // Special pages have a name of the house's own as well, which their address is made of.
        const names = [...new Set([table.title, addressed?.name ?? table.title])];
        const where = sql`${and(isNull(table.deleted_at), or(...names.map((name) => containsText(name, keyword))))}`;
        const order = sql`${table.updated_at} desc, ${table.id} desc`;
        const ids = await firstHits(db, { table: plain, where, order, age: table.updated_at });
        if (ids.length === 0) return [];
        const rows = await db.select().from(plain).where(inArray(table.id, ids)).orderBy(desc(table.updated_at));
        return (rows as unknown as Found[]).map((row) => ({ kind, row }));
      }),
    );
    const newest = found.flat().sort((a, b) => Date.parse(b.row.updated_at) - Date.parse(a.row.updated_at));
    return newest.slice(0, hitLimit).map(({ kind, row }) => ({
      ...{ id: row.id, kind, title: row.title },
      publish_status: statusAt(row, services.now()),
      updated_at: row.updated_at,
    }));
  };
