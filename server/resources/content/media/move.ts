import { and, eq, isNull, sql } from "drizzle-orm";
import type { MediaUse } from "~/contract/content/media";
import { isLive } from "~/contract/content/publishing";
import { contentDraft } from "~/server/database/tables/content/content";
import { album } from "~/server/database/tables/house/property";
import { Refusal, rowsOf, type SignedCall } from "~/server/lib/call";
import { changedBy } from "~/server/lib/entity";
import { isReviewed, withdrawChanged } from "../approval";
import { type ContentItem, type Kind, statusAt, type Values, valuesOf } from "../kind";
import { keepRevision } from "../revisions";
import { savesLive } from "../write";
import { fileNames, inJson, inJsonText, inText, lists, namesFile, pieceNames, places } from "./places";
import { inWords, type Kinds, usesFor } from "./uses";

interface Move {
  from: number;
  to: number;
}

/** Names another file wherever one is used: what is public, scheduled or in work follows, draft copies too; kept versions stay as they are. Answers how many records have changed. */
export async function moveUses(call: SignedCall, kinds: Kinds, move: Move): Promise<number> {
  let moved = 0;
  const refused: MediaUse[] = [];
  for (const kind of Object.values(kinds)) {
    const { changed, forbidden } = await moveInKind(call, kind, move);
    moved += changed;
    refused.push(...forbidden.map((row) => useOf(kind, row)));
  }
  if (refused.length) await refuseLive(call, refused);
  const { rowCount } = await call.db.update(album).set({ media_id: move.to }).where(eq(album.media_id, move.from));
  return moved + (rowCount ?? 0) + (await moveInPlaces(call, move));
}

const useOf = ({ kind: user, named }: Kind, row: ContentItem): MediaUse => ({
  ...{ user, id: row.id, place: "now" },
  name: String((row as ContentItem & Values)[named]),
});

/** What is public or scheduled changes by nobody without its `:publish`, and not behind a second person's back. */
async function refuseLive({ db, user }: SignedCall, refused: readonly MediaUse[]): Promise<never> {
  const words = inWords(usesFor(user, refused));
  if (await isReviewed(db)) throw new Refusal(40902, `公开的内容须经审核，请在其修改稿中换用新文件：${words}`);
  throw new Refusal(40300, `公开的内容使用了该文件，须由有其发布权限的同事操作：${words}`);
}

/** How many pieces have changed, and those that the caller may not change as they are public. */
async function moveInKind(call: SignedCall, kind: Kind, move: Move) {
  const { db, services } = call;
  const mayChange = await savesLive(call, kind);
  const forbidden: ContentItem[] = [];
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
    const isPublic = isLive(statusAt(row, services.now()));
    if (isPiece && isPublic && !mayChange) {
      forbidden.push(row);
      continue;
    }
    // What waits for approval is not what was handed in any more.
    if (isPiece && !isPublic) await withdrawChanged(call, kind, id);
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
    if (draft) {
      await withdrawChanged(call, kind, id, "draft");
      await db
        .update(contentDraft)
        .set({
          snapshot: movedIn(draft.snapshot, named, move) as Values, // the same names
          media_ids: draft.media_ids.map((one) => (one === move.from ? move.to : one)),
          version: draft.version + 1,
        })
        .where(isSince);
    }
    // Both sides have changed alike: a draft copy of the version before is one of the version now.
    if (isPiece)
      await db
        .update(contentDraft)
        .set({ base_version: next.version })
        .where(and(isSince, eq(contentDraft.base_version, row.version)));
  }
  return { changed: ids.length, forbidden };
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
