import { and, inArray, ne, sql } from "drizzle-orm";
import { editMinutes, mentionsIn, partsOf } from "~/contract/shared/comment";
import type { Db } from "~/server/database/database";
import { user } from "~/server/database/tables/system/system";
import { type Colleague, colleagues } from "~/server/identity/caller";
import { pick, refuseFields, type SignedCall } from "~/server/lib/call";
import { includesText } from "~/server/lib/search";
import type { Comment } from "./mention";
import type { Commented, CommentOwners, OwnerName } from "./owner";

/** So many are offered, and so many are looked at together. */
const offered = 20;
const atOnce = 100;

/** Colleagues who may read a record, those of the caller's own team first. */
export async function mentionable(
  owners: CommentOwners,
  { db, user: caller }: SignedCall,
  { owner_type, owner_id, keyword }: OwnerName & { keyword?: string | undefined },
): Promise<Colleague[]> {
  const where = and(ne(user.id, caller.id), keyword ? includesText(user.name, keyword) : undefined);
  const order = sql`(${user.team_id} is distinct from ${caller.teamId}), ${user.name}`;
  const readers: Colleague[] = [];
  for (let offset = 0; readers.length < offered; offset += atOnce) {
    const people = await colleagues(db, { where, order, limit: atOnce, offset });
    const may = await owners[owner_type].readers(db, owner_id, people);
    readers.push(...people.filter(({ id }) => may.has(id)));
    if (people.length < atOnce) break;
  }
  return readers.slice(0, offered);
}

/** The people mentioned in a text. Ends the request with a complaint where one may not read the record; those there `before` may stay. */
export async function checkMentions(
  owners: CommentOwners,
  { db }: SignedCall,
  { owner_type, owner_id }: OwnerName,
  content: string,
  before: readonly number[] = [],
): Promise<number[]> {
  const ids = mentionsIn(content);
  const added = ids.filter((id) => !before.includes(id));
  if (added.length === 0) return ids;
  const people = await colleagues(db, { where: inArray(user.id, added), order: sql`${user.id}`, limit: added.length });
  const may = await owners[owner_type].readers(db, owner_id, people);
  if (added.every((id) => may.has(id))) return ids;
  return refuseFields([{ field: "content", label: "评论", message: "提及的同事无权查看该记录" }]);
}

export async function namesOf(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await pick(db, user, ["id", "name"], inArray(user.id, [...new Set(ids)]));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export const inWords = (content: string, names: ReadonlyMap<number, string>): string =>
  partsOf(content)
    .map((piece) => (typeof piece === "string" ? piece : `@${names.get(piece) ?? ""}`))
    .join("");

export const isYoung = ({ services }: SignedCall, { created_at }: Comment): boolean =>
  services.now().getTime() - Date.parse(created_at) < editMinutes * 60_000;

export async function toRows(call: SignedCall, rows: readonly Comment[], record: Pick<Commented, "isClosed">) {
  const { db, user } = call;
  const userIds = rows.flatMap(({ created_by, mention_user_ids }) => [
    ...mention_user_ids,
    ...(created_by ? [created_by] : []),
  ]);
  const names = await namesOf(db, userIds);
  const refOf = (id: number) => ({ id, name: names.get(id) ?? "" });
  return rows.map((row) => {
    const mayChange = row.created_by === user.id && !record.isClosed && isYoung(call, row);
    return {
      ...{ id: row.id, content: row.content, created_at: row.created_at, edited_at: row.edited_at },
      mentions: row.mention_user_ids.map(refOf),
      author: refOf(row.created_by ?? 0),
      can: { edit: mayChange, delete: mayChange },
    };
  });
}
