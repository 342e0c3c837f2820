import { and, eq, isNull, sql } from "drizzle-orm";
import { contentDraft } from "~/server/database/tables/content/content";
import { album } from "~/server/database/tables/house/property";
import { rowsOf, type SignedCall } from "~/server/lib/call";
import { changedBy } from "~/server/lib/entity";
import { type Kind, type Values, valuesOf } from "../kind";
import { keepRevision } from "../revisions";
import { fileNames, inJson, inJsonText, inText, lists, namesFile, pieceNames, places } from "./places";
import type { Kinds } from "./uses";

interface Move {
  from: number;
  to: number;
}

/** Names another file wherever one is used: what is public, scheduled or in work follows, draft copies too; kept versions stay as they are. Answers how many records have changed. */
export async function moveUses(call: SignedCall, kinds: Kinds, move: Move): Promise<number> {
  let moved = 0;
  for (const kind of Object.values(kinds)) moved += await moveInKind(call, kind, move);
  const { rowCount } = await call.db.update(album).set({ media_id: move.to }).where(eq(album.media_id, move.from));
  return moved + (rowCount ?? 0) + (await moveInPlaces(call, move));
}

async function moveInKind(call: SignedCall, kind: Kind, move: Move): Promise<number> {
  const { db } = call;
  const isDraft = and(eq(contentDraft.kind, kind.kind), lists(contentDraft.media_ids, move.from));
  const drafts = await rowsOf(db, contentDraft, isDraft, { order: contentDraft.target_id });
  const pieces = await rowsOf(db, kind.table, and(isNull(kind.table.deleted_at), pieceNames(kind, move.from)), {
    order: kind.table.id,
  });
  const named = new Set([...kind.pictures, ...Object.keys(kind.files ?? {}), ...fileNames]);
  const ids = [...new Set([...pieces.map((row) => Number((row as Values).id)), ...drafts.map((one) => one.target_id)])];
  for (const id of ids.sort((a, b) => a - b)) {
    const row = await kind.records.lock(call, id);
    const before = valuesOf(kind, row);
    const after = movedIn(before, named, move) as Values; // the same names
    const changed = kind.names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
    const columns = Object.fromEntries(changed.map((name) => [name, after[name]]));
    const isPiece = changed.length > 0;
    const next = isPiece
      ? await kind.records.change(
          call,
          row,
          { ...columns, media_ids: row.media_ids.map((one) => (one === move.from ? move.to : one)) },
          { verb: "替换素材：" },
        )
      : row;
    if (isPiece) await keepRevision(call, kind, next, "media", changed);
    const [draft] = await rowsOf(db, contentDraft, and(isDraft, eq(contentDraft.target_id, id)));
    const isSince = and(eq(contentDraft.kind, kind.kind), eq(contentDraft.target_id, id));
    if (draft)
      await db
        .update(contentDraft)
        .set({
          snapshot: movedIn(draft.snapshot, named, move) as Values, // the same names
          media_ids: draft.media_ids.map((one) => (one === move.from ? move.to : one)),
          version: draft.version + 1,
        })
        .where(isSince);
    // Both sides have changed alike: a draft copy of the version before is one of the version now.
    if (isPiece)
      await db
        .update(contentDraft)
        .set({ base_version: next.version })
        .where(and(isSince, eq(contentDraft.base_version, row.version)));
  }
  return ids.length;
}

/** A value with one file's number in another's place: where a name says that it is a file's, and in formatted texts. */
function movedIn(value: unknown, named: ReadonlySet<string>, move: Move, name = ""): unknown {
  if (typeof value === "number") return value === move.from && named.has(name) ? move.to : value;
  if (typeof value === "string") return value.replaceAll(inText(move.from), inText(move.to));
  if (Array.isArray(value)) return value.map((one) => movedIn(one, named, move, name));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, movedIn(one, named, move, key)]));
}

async function moveInPlaces(call: SignedCall, { from, to }: Move): Promise<number> {
  const { updated_at, updated_by } = changedBy(call);
  let moved = 0;
  for (const place of places) {
    const { table, ids, texts = [], lists: several = [], nested = [] } = place;
    const set = [
      ...ids.map(
        (column) => sql`${sql.identifier(column.name)} = case when ${column} = ${from} then ${to} else ${column} end`,
      ),
      ...texts.map(
        (column) => sql`${sql.identifier(column.name)} = replace(${column}, ${inText(from)}, ${inText(to)})`,
      ),
      ...several.map(
        (column) =>
          sql`${sql.identifier(column.name)} = (select coalesce(jsonb_agg(case when one = to_jsonb(${from}::bigint) then to_jsonb(${to}::bigint) else one end), '[]') from jsonb_array_elements(${column}) one)`,
      ),
      ...nested.map(
        (column) =>
          sql`${sql.identifier(column.name)} = replace(regexp_replace(${column}::text, ${inJson(from)}, ${`\\1${to}`}, 'g'), ${inJsonText(from)}, ${inJsonText(to)})::jsonb`,
      ),
      sql`updated_at = ${updated_at}`,
      sql`updated_by = ${updated_by}`,
      ...(table.version ? [sql`version = version + 1`] : []),
    ];
    const { rowCount } = await call.db.execute(
      sql`update ${table} set ${sql.join(set, sql`, `)} where ${namesFile(place, from)}`,
    );
    moved += rowCount ?? 0;
  }
  return moved;
}
