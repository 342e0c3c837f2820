import { diffArrays, diffWordsWithSpace } from "diff";
import { and, desc, eq, inArray, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import type { z } from "zod";
import type { Ref } from "~/contract/common";
import {
  type Difference,
  type DifferenceBlock,
  type DifferencePart,
  mostRevisions,
  type RevisionAct,
  type RevisionRow,
} from "~/contract/content/publishing";
import { labelOf } from "~/contract/field";
import type { Db } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { revision } from "~/server/database/tables/content/content";
import { user as userTable } from "~/server/database/tables/system/system";
import { changesOf } from "~/server/lib/audit";
import { found, pick, rowsOf, type SignedCall } from "~/server/lib/call";
import { lookUp, spelledOut } from "~/server/lib/dictionary";
import type { Entry } from "~/server/lib/option-values";
import { blocksOf } from "~/server/lib/rich-text/words";
import { containsText } from "~/server/lib/search";
import type { OptionSources } from "~/server/lib/table-options";
import { type ContentItem, type Kind, statusAt, type Values, valuesOf } from "./kind";

const words = new Intl.Segmenter("zh", { granularity: "word" });

/** A text with so many blocks is compared by blocks alone: by words it would take too long to be worth it. */
const mostBlocks = 2_000;

/** How two versions differ, field by field, in words; rich text by blocks, and within a block by words. */
export async function differences(call: SignedCall, kind: Kind, before: Values, after: Values): Promise<Difference[]> {
  const dictionary = await lookUp(call, kind.fields, before, after);
  const [old, next] = [before, after].map((values) => {
    const said = spelledOut(dictionary, kind.fields, values);
    const pictures = [
      ...kind.pictures.map((name) => [
        name,
        [values[name] ?? []]
          .flat()
          .map((id) => `图片#${String(id)}`)
          .join("、") || null,
      ]),
      ...Object.keys(kind.files ?? {}).map((name) => [name, values[name] ? `文件#${String(values[name])}` : null]),
    ];
    return { ...said, ...Object.fromEntries(pictures) };
  });
  const [were, are] = [before, after].map((values) => kind.inner?.lines(values) ?? {});
  return changesOf(kind.fields, old ?? {}, next ?? {}).map((change) => {
    const [from, to] = [were?.[change.field], are?.[change.field]];
    if (from && to) return { ...change, before: null, after: null, blocks: blockDifferences(from, to) };
    if (!kind.rich.includes(change.field)) return { ...change, blocks: null };
    const [old, next] = [before, after].map((values) => blocksOf(values[change.field]));
    return { ...change, before: null, after: null, blocks: blockDifferences(old ?? [], next ?? []) };
  });
}

function blockDifferences(before: readonly string[], after: readonly string[]): DifferenceBlock[] {
  const blocks: DifferenceBlock[] = [];
  const isLong = before.length + after.length > mostBlocks;
  let removed: string[] = [];
  const flush = (added: readonly string[]) => {
    for (let at = 0; at < Math.max(removed.length, added.length); at++) {
      const [old, next] = [removed[at], added[at]];
      blocks.push(old !== undefined && next !== undefined ? changedBlock(old, next, isLong) : oneSided(old, next));
    }
    removed = [];
  };
  for (const part of diffArrays([...before], [...after])) {
    if (part.removed) removed = part.value;
    else {
      flush(part.added ? part.value : []);
      if (!part.added) blocks.push(...part.value.map(sameBlock));
    }
  }
  flush([]);
  return blocks;
}

const plain = (text: string, is_marked = false): DifferencePart[] => [{ text, is_marked }];

const sameBlock = (text: string): DifferenceBlock => ({ kind: "same", before: plain(text), after: plain(text) });

const oneSided = (before: string | undefined, after: string | undefined): DifferenceBlock =>
  before === undefined
    ? { kind: "added", before: null, after: plain(after ?? "", true) }
    : { kind: "removed", before: plain(before, true), after: null };

function changedBlock(before: string, after: string, isLong: boolean): DifferenceBlock {
  if (isLong) return { kind: "changed", before: plain(before, true), after: plain(after, true) };
  const parts = diffWordsWithSpace(before, after, { intlSegmenter: words });
  const side = (own: "added" | "removed", other: "added" | "removed") =>
    parts.filter((part) => !part[other]).map((part) => ({ text: part.value, is_marked: Boolean(part[own]) }));
  return { kind: "changed", before: side("removed", "added"), after: side("added", "removed") };
}

type Titled = PgTable & Record<"id" | "title" | "updated_at" | "deleted_at", AnyPgColumn>;

const mostOffered = 50;

const titlesOf = (db: Db, table: Titled, which: SQL | undefined, limit: number): Promise<Entry[]> => {
  const plain: PgTable = table;
  return db
    .select({
      value: sql<number>`${table.id}`.mapWith(Number),
      label: sql<string>`${table.title}`,
      isEnabled: sql<boolean>`true`,
    })
    .from(plain)
    .where(and(isNull(table.deleted_at), which))
    .orderBy(desc(table.updated_at), desc(table.id))
    .limit(limit);
};

/** Pieces by their titles: those that were changed last, or that a keyword finds. */
export const titled = (table: Titled): OptionSources[keyof OptionSources] => ({
  offer: ({ db }, { keyword }) =>
    titlesOf(db, table, keyword ? containsText(table.title, keyword) : undefined, mostOffered),
  name: ({ db }, values) => titlesOf(db, table, inArray(table.id, values.map(Number)), values.length),
});

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
  const [last] = await pick(db, revision, ["no"], ofPiece(kind, row.id), { order: desc(revision.no), limit: 1 });
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
  const authors = rows.flatMap(({ by }) => by ?? []);
  const people = await peopleOf(db, authors);
  return rows.map(({ id, no, act, changed_fields, by, at, is_live }) => ({
    ...{ id, no, act, at, is_live },
    changed: act === "create" ? [] : changed_fields.map((name) => labelOf(kind.fields.shape[name] as z.ZodType, name)),
    by: people(by),
    is_present: no === newest,
  }));
}

export async function peopleOf(db: Db, ids: readonly number[]): Promise<(id: number | null) => Ref | null> {
  const rows = ids.length ? await pick(db, userTable, ["id", "name"], inArray(userTable.id, [...new Set(ids)])) : [];
  const byId = new Map(rows.map((row) => [row.id, row]));
  return (id) => (id === null ? null : (byId.get(id) ?? null));
}

export async function findRevision({ db }: Pick<SignedCall, "db">, kind: Kind, id: number, revisionId: number) {
  const [row] = await rowsOf(db, revision, and(ofPiece(kind, id), eq(revision.id, revisionId)));
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
  const [newest] = await pick(db, revision, { no: sql<number>`max(${revision.no})` }, ofPiece(kind, id));
  const [row] = await toRows(db, kind, [shown], newest?.no);
  // The older of the two is on the left.
  return { row: found(row), snapshot: shown.snapshot, diff: await differences(call, kind, shown.snapshot, other) };
}

export async function snapshotAt({ db }: Pick<SignedCall, "db">, kind: Kind, id: number, version: number) {
  const [row] = await pick(db, revision, ["snapshot"], and(ofPiece(kind, id), sql`${revision.version} <= ${version}`), {
    order: desc(revision.no),
    limit: 1,
  });
  return row?.snapshot;
}
