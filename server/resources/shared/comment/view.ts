import { type CommentRow, editMinutes } from "~/contract/shared/comment";
import type { SignedCall } from "~/server/lib/call";
import type { Comment } from "./mention";
import type { Commented } from "./owner";
import { namesOf } from "./people";

export const isYoung = ({ services }: SignedCall, { created_at }: Comment): boolean =>
  services.now().getTime() - Date.parse(created_at) < editMinutes * 60_000;

export async function toRows(
  call: SignedCall,
  rows: readonly Comment[],
  record: Pick<Commented, "isClosed">,
): Promise<CommentRow[]> {
  const { db, user } = call;
  const names = await namesOf(
    db,
    rows.flatMap(({ created_by, mention_user_ids }) => [...mention_user_ids, ...(created_by ? [created_by] : [])]),
  );
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
