import { and, eq, inArray, sql } from "drizzle-orm";
import { type CommentOwnerType, commentOwners } from "~/contract/shared/comment";
import type { Db } from "~/server/database/database";
import { comment, message } from "~/server/database/tables/system/system";
import type { SignedCall } from "~/server/lib/call";
import { notify } from "~/server/lib/notify";
import type { Commented, OwnerName } from "./owner";

export type Comment = typeof comment.$inferSelect;

/** A mention makes one message, however often its comment is edited. */
const keyOf = (commentId: number, userId: number) => `comment:${commentId}:${userId}`;

const snippet = 200;

/** Tells those who are mentioned, each once. The title goes out to other platforms: it names nobody. */
export async function tellMentioned(
  { db, user, services }: SignedCall,
  { id, owner_type, owner_id, mention_user_ids }: Comment,
  { title, link }: Commented,
  words: string,
): Promise<void> {
  const text = words.length > snippet ? `${words.slice(0, snippet)}…` : words;
  await notify(
    db,
    services.now(),
    user.id,
    mention_user_ids.map((user_id) => ({
      user_id,
      category: "mention",
      title: `有人在${commentOwners[owner_type]}评论中提到您`,
      content: `${user.name}在${title}的评论中提到您：${text}`,
      link: `${link}comment=${id}`,
      link_id: owner_id,
      dedupe_key: keyOf(id, user_id),
    })),
  );
}

/** Takes messages of mentions back that are none any more. */
export async function takeBack(db: Db, id: number, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return;
  await db.delete(message).where(
    inArray(
      message.dedupe_key,
      userIds.map((userId) => keyOf(id, userId)),
    ),
  );
}

const isAbout = ({ owner_type, owner_id }: OwnerName) =>
  and(eq(comment.owner_type, owner_type), eq(comment.owner_id, owner_id));

interface Place {
  /** Without a query. */
  link: string;
  link_id: number;
}

/** What was said about a record is about another from now on, to which it was joined; messages lead there. */
export async function moveComments(db: Db, owner_type: CommentOwnerType, from: Place, to: Place): Promise<void> {
  const keys = sql`select 'comment:' || ${comment.id} || ':' || mentioned from ${comment},
    jsonb_array_elements_text(${comment.mention_user_ids}) mentioned where ${isAbout({ owner_type, owner_id: from.link_id })}`;
  await db
    .update(message)
    .set({ link: sql`replace(${message.link}, ${`${from.link}?`}, ${`${to.link}?`})`, link_id: to.link_id })
    .where(sql`${message.dedupe_key} = any(array(${keys}))`);
  // Moving is no change of what is moved.
  await db
    .update(comment)
    .set({ owner_id: to.link_id, updated_at: sql`${comment.updated_at}` })
    .where(isAbout({ owner_type, owner_id: from.link_id }));
}

/** What was said about a person who is destroyed goes for good; answers which comments it was. */
export async function forgetComments(
  db: Db,
  type: CommentOwnerType,
  ids: readonly number[],
): Promise<{ type: "comment"; id: number }[]> {
  const gone = await db
    .delete(comment)
    .where(and(eq(comment.owner_type, type), inArray(comment.owner_id, [...ids])))
    .returning({ id: comment.id });
  return gone.map(({ id }) => ({ type: "comment", id }));
}
