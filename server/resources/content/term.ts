import { and, eq, inArray, isNull, ne } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import { found, refuse, refuseFields, rowsOf, type SignedCall } from "~/server/lib/call";
import { checkVersion, isNameTaken } from "~/server/lib/entity";
import { leadOn, takeSlug } from "~/server/resources/shared/redirects";
import { type Addressed, freeSlug } from "./kind";

interface Term {
  id: number;
  version: number;
  name: string;
  slug: string;
}

interface Merge {
  into_id: number;
  version: number;
}

/** A tag or a category: it has a name and an address of its own, and can become part of another. */
export function termOf<T extends PgTable & Addressed["table"] & Record<"merged_to_id" | "name", AnyPgColumn>>(
  addressed: Addressed & { table: T },
  noun: string,
  present: (call: SignedCall, id: number) => Promise<unknown>,
) {
  type Row = T["$inferSelect"] & Term;
  const { kind, table } = addressed;
  // Drizzle cannot follow a table that is a type parameter; what goes in and out is typed by the functions below.
  const plain: PgTable = table;

  return {
    /** One name is one term's. */
    async checkName(call: SignedCall, { name }: { name: string }, row?: Term): Promise<void> {
      const others = and(isNull(table.deleted_at), row && ne(table.id, row.id));
      if (await isNameTaken(call, { column: table.name, name, before: row?.name, others }))
        return refuse(40900, { label: "名称" });
    },

    /** The wanted address or the present one, else one made of the name; the one before leads on to it. */
    async slugFor({ db, services }: SignedCall, { slug, name }: { slug: string | null; name: string }, row?: Term) {
      if (row && (slug === null || slug === row.slug)) return row.slug;
      const free = await freeSlug(db, addressed, { slug, name, ownId: row?.id ?? 0 });
      await takeSlug(db, kind, free);
      if (row) await leadOn(db, kind, services.now(), row, row.id);
      return free;
    },

    /** The two of a merge, locked in the order of their numbers, as every merge takes them. */
    async lockPair(call: SignedCall, id: number, { into_id, version }: Merge): Promise<{ source: Row; target: Row }> {
      const wrong = (message: string) => refuseFields([{ field: "into_id", label: `并入的${noun}`, message }]);
      if (into_id === id) return wrong("不能并入自身");
      const locked = await rowsOf(call.db, plain, and(inArray(table.id, [id, into_id]), isNull(table.deleted_at)), {
        order: table.id,
        lock: "update",
      });
      const rows = locked as Row[];
      const source = found(rows.find((row) => row.id === id));
      const target = rows.find((row) => row.id === into_id) ?? wrong(`${noun}不存在或已被删除`);
      await checkVersion(source, version, () => present(call, id));
      return { source, target };
    },

    /** What was merged into the one before now points to the other, and so does its address. */
    async pointTo({ db, services }: SignedCall, source: Term, { id }: Term): Promise<void> {
      const values = { merged_to_id: id };
      await db.update(plain).set(values).where(eq(table.merged_to_id, source.id));
      await leadOn(db, kind, services.now(), source, id);
    },
  };
}
