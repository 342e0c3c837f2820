import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Permission } from "~/contract/permissions";
import type { CommentOwnerType } from "~/contract/shared/comment";
import type { Db } from "~/server/database/database";
import { found, refuse, type SignedCall } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";

/** A record that people comment on, as they are told of it. */
export interface Commented {
  name: string;
  /** With its number, as a sentence names it. */
  title: string;
  link: string;
  /** It takes no more comments, as what is in the recycle bin. */
  isClosed: boolean;
}

/** How an area's records are commented on; an area has an entry for each kind in its area.ts. */
export interface CommentOwner {
  module: string;
  /** The record, undefined where it is not there any more; for a write held as it is until the commit. */
  find(db: Db, id: number, isHeld: boolean): Promise<Commented | undefined>;
  /** Which of these people may read it. */
  readers(db: Db, id: number, people: readonly Caller[]): Promise<ReadonlySet<number>>;
}

type OwnedTable = PgTable & { id: AnyPgColumn; deleted_at?: AnyPgColumn };

/** Comments on the rows of a table, each as `shown` tells of it. */
export const commentsOn = <T extends OwnedTable>(
  table: T,
  { shown, ...owner }: Omit<CommentOwner, "find"> & { shown: (row: T["$inferSelect"]) => Omit<Commented, "isClosed"> },
): CommentOwner => ({
  ...owner,
  async find(db, id, isHeld) {
    const isThere = and(eq(table.id, id), table.deleted_at && isNull(table.deleted_at));
    const select = db
      .select()
      .from(table as PgTable)
      .where(isThere);
    const [row] = await (isHeld ? select.for("share") : select);
    return row && { ...shown(row as T["$inferSelect"]), isClosed: false };
  },
});

/** The people who may read a record, checked in one query by the rule `visible`; only holders of `code`, where that does not know it. */
export const readersOf =
  (table: OwnedTable, visible: (person: Caller) => SQL, code?: Permission): CommentOwner["readers"] =>
  async (db, id, people) => {
    const readers = people.filter(({ permissions }) => code === undefined || permissions.has(code));
    if (readers.length === 0) return new Set();
    const may = readers.map((person) => sql`coalesce(${visible(person)}, false)`);
    const [row] = await db
      .select({ may: sql<boolean[]>`array[${sql.join(may, sql`, `)}]` })
      .from(table as PgTable)
      .where(eq(table.id, id));
    return new Set(readers.flatMap((person, index) => (row?.may[index] ? [person.id] : [])));
  };

export type CommentOwners = Readonly<Record<CommentOwnerType, CommentOwner>>;

export interface OwnerName {
  owner_type: CommentOwnerType;
  owner_id: number;
}

/** The record behind comments, for the caller. Ends the request with 40400, or 40301 for a caller who may not read it. */
export async function commented(
  owners: CommentOwners,
  { db, user }: Pick<SignedCall, "db" | "user">,
  { owner_type, owner_id }: OwnerName,
  isHeld = false,
): Promise<Commented> {
  const owner = owners[owner_type];
  const record = found(await owner.find(db, owner_id, isHeld));
  return (await owner.readers(db, owner_id, [user])).has(user.id) ? record : refuse(40301);
}
