import { and, desc, eq, inArray, lt, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Ref } from "~/contract/common";
import { type Difference, mostRevisions, type RevisionAct, type RevisionRow } from "~/contract/content/publishing";
import { labelOf } from "~/contract/field";
import type { Db } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { revision } from "~/server/database/tables/content/content";
import { user as userTable } from "~/server/database/tables/system/system";
import type { SignedCall } from "~/server/lib/call";
import { found } from "~/server/lib/refusal";
import { differences } from "./difference";
import { type ContentItem, type Kind, statusAt, type Values, valuesOf } from "./kind";

export type Revision = typeof revision.$inferSelect;

const ofPiece = (kind: Kind, id: number) => and(eq(revision.kind, kind.kind), eq(revision.target_id, id));

/** Keeps what a piece says now as its newest version; the oldest go. */
export async function keepRevision(
  call: SignedCall,
  kind: Kind,
  row: ContentItem,
  act: RevisionAct,
  changed: readonly string[],
): Promise<void> {
  const { db, user, services } = call;
  const [last] = await db
    .select({ no: revision.no })
    .from(revision)
    .where(ofPiece(kind, row.id))
    .orderBy(desc(revision.no))
    .limit(1);
  const no = (last?.no ?? 0) + 1;
  await db.insert(revision).values({
    ...{ kind: kind.kind, target_id: row.id, no, act, version: row.version },
    snapshot: valuesOf(kind, row),
    changed_fields: [...changed],
    media_ids: row.media_ids,
    is_live: statusAt(row, services.now()) === "published",
    by: user.id,
    at: isoInstant(services.now()),
  });
  await db.delete(revision).where(and(ofPiece(kind, row.id), lt(revision.no, no - mostRevisions + 1)));
}

/** The newest versions of these pieces have become public. */
export async function markLive(db: Db, kind: Kind, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const newest = sql`(select max(newer.no) from ${revision} newer where newer.kind = ${revision.kind} and newer.target_id = ${revision.target_id})`;
  await db
    .update(revision)
    .set({ is_live: true })
    .where(and(eq(revision.kind, kind.kind), inArray(revision.target_id, [...ids]), sql`${revision.no} = ${newest}`));
}

export async function revisionsOf(call: SignedCall, kind: Kind, id: number): Promise<RevisionRow[]> {
  await kind.records.find(call, id);
  const rows = await call.db.select().from(revision).where(ofPiece(kind, id)).orderBy(desc(revision.no));
  return toRows(call.db, kind, rows);
}

async function toRows(db: Db, kind: Kind, rows: readonly Revision[], newest = rows[0]?.no): Promise<RevisionRow[]> {
  const people = await peopleOf(
    db,
    rows.flatMap(({ by }) => by ?? []),
  );
  return rows.map(({ id, no, act, changed_fields, by, at, is_live }) => ({
    ...{ id, no, act, at, is_live },
    changed: act === "create" ? [] : changed_fields.map((name) => labelOf(kind.fields.shape[name] as z.ZodType, name)),
    by: people(by),
    is_present: no === newest,
  }));
}

export async function peopleOf(db: Db, ids: readonly number[]): Promise<(id: number | null) => Ref | null> {
  const rows = ids.length
    ? await db
        .select({ id: userTable.id, name: userTable.name })
        .from(userTable)
        .where(inArray(userTable.id, [...new Set(ids)]))
    : [];
  const byId = new Map(rows.map((row) => [row.id, row]));
  return (id) => (id === null ? null : (byId.get(id) ?? null));
}

export async function findRevision(
  { db }: Pick<SignedCall, "db">,
  kind: Kind,
  id: number,
  revisionId: number,
): Promise<Revision> {
  const [row] = await db
    .select()
    .from(revision)
    .where(and(ofPiece(kind, id), eq(revision.id, revisionId)));
  return found(row);
}

export async function comparedRevision(
  call: SignedCall,
  kind: Kind,
  { id, revisionId, against }: { id: number; revisionId: number; against: number | undefined },
): Promise<{ row: RevisionRow; snapshot: Values; diff: Difference[] }> {
  const { db } = call;
  const piece = await kind.records.find(call, id);
  const shown = await findRevision(call, kind, id, revisionId);
  const other = against === undefined ? valuesOf(kind, piece) : (await findRevision(call, kind, id, against)).snapshot;
  const [newest] = await db
    .select({ no: sql<number>`max(${revision.no})` })
    .from(revision)
    .where(ofPiece(kind, id));
  const [row] = await toRows(db, kind, [shown], newest?.no);
  // The older of the two is on the left.
  return { row: found(row), snapshot: shown.snapshot, diff: await differences(call, kind, shown.snapshot, other) };
}

export async function snapshotAt(
  { db }: Pick<SignedCall, "db">,
  kind: Kind,
  id: number,
  version: number,
): Promise<Values | undefined> {
  const [row] = await db
    .select({ snapshot: revision.snapshot })
    .from(revision)
    .where(and(ofPiece(kind, id), sql`${revision.version} <= ${version}`))
    .orderBy(desc(revision.no))
    .limit(1);
  return row?.snapshot;
}
