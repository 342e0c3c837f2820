import { and, desc, eq, gte, isNull, lt } from "drizzle-orm";
import { type CommentRow, commentsAtOnce, comment as contract } from "~/contract/shared/comment";
import { isoInstant } from "~/server/database/tables/columns";
import { comment } from "~/server/database/tables/system/system";
import { type AuditLine, audit } from "~/server/lib/audit";
import { found, refuse, rowsOf, type SignedCall, setRow, writtenAt } from "~/server/lib/call";
import { changedBy, createdBy } from "~/server/lib/entity";
import { serve } from "~/server/lib/serve";
import { leaveAlone } from "~/server/lib/texts-in";
import { type Comment, takeBack, tellMentioned } from "./comment/mention";
import { type Commented, type CommentOwners, commented, type OwnerName } from "./comment/owner";
import { checkMentions, inWords, isYoung, mentionable, namesOf, toRows } from "./comment/people";

/** The most comments that one call loads, for a link to an old one. */
const farBack = 200;

export const commentHandlers = (owners: CommentOwners) => [
  serve(contract.list, async (call) => {
    const { db, query } = call;
    const record = await commented(owners, call, query);
    const all = and(isAbout(query), isNull(comment.deleted_at));
    const wanted = query.upto ? await db.$count(comment, and(all, gte(comment.id, query.upto))) : 0;
    const limit = Math.min(farBack, Math.max(commentsAtOnce, wanted));
    const rows = await rowsOf(db, comment, and(all, query.before ? lt(comment.id, query.before) : undefined), {
      order: desc(comment.id),
      limit: limit + 1,
    });
    return {
      list: await toRows(call, rows.slice(0, limit), record),
      total: await db.$count(comment, all),
      has_more: rows.length > limit,
      can: { create: !record.isClosed },
    };
  }),

  serve(contract.mentionable, async (call) => {
    await commented(owners, call, call.query);
    const people = await mentionable(owners, call, call.query);
    return people.map(({ id, name, team }) => ({ id, name, team }));
  }),

  serve(contract.create, async (call) => {
    const { db, body } = call;
    const record = notClosed(await commented(owners, call, body, true));
    const mention_user_ids = await checkMentions(owners, call, body, body.content);
    const [written] = await db
      .insert(comment)
      .values({ ...body, mention_user_ids, ...createdBy(call), created_at: writtenAt(call) })
      .returning();
    const row = found(written);
    const words = await wordsOf(call, row);
    await log(owners, call, row, record, { action: "create", verb: "评论", before: null, after: words });
    await tellMentioned(call, row, record, words);
    return toRow(call, row, record);
  }),

  serve(contract.update, async (call) => {
    const { db, params, body, services } = call;
    const { row, record } = await lockOwn(owners, call, params.id);
    if (row.content === body.content) return toRow(call, row, record);
    const mention_user_ids = await checkMentions(owners, call, row, body.content, row.mention_user_ids);
    const values = { ...body, mention_user_ids, edited_at: isoInstant(services.now()), ...changedBy(call) };
    await db.update(comment).set(values).where(eq(comment.id, row.id));
    const changed = { ...row, ...values };
    const words = await wordsOf(call, changed);
    await log(owners, call, row, record, {
      action: "update",
      verb: "编辑评论",
      before: await wordsOf(call, row),
      after: words,
    });
    const dropped = row.mention_user_ids.filter((id) => !mention_user_ids.includes(id));
    await takeBack(db, row.id, dropped);
    await tellMentioned(call, changed, record, words);
    return toRow(call, changed, record);
  }),

  serve(contract.remove, async (call) => {
    const { db, params, services } = call;
    const { row, record } = await lockOwn(owners, call, params.id);
    const deleted_at = isoInstant(services.now());
    await setRow(db, comment, row.id, { deleted_at, ...changedBy(call) });
    await takeBack(db, row.id, row.mention_user_ids);
    await log(owners, call, row, record, {
      action: "delete",
      verb: "删除评论",
      before: await wordsOf(call, row),
      after: null,
    });
    return null;
  }),
];

const isAbout = ({ owner_type, owner_id }: OwnerName) =>
  and(eq(comment.owner_type, owner_type), eq(comment.owner_id, owner_id));

const notClosed = (record: Commented): Commented => (record.isClosed ? refuse(40902) : record);

/** The caller's comment to be changed; its record is locked first. Ends with 40400, 40301, 40300 (another's), 40902 (too late). */
async function lockOwn(owners: CommentOwners, call: SignedCall, id: number) {
  const { db, user } = call;
  const isRow = and(eq(comment.id, id), isNull(comment.deleted_at));
  const [known] = await db.select().from(comment).where(isRow);
  const record = await commented(owners, call, found(known), true);
  const [locked] = await db.select().from(comment).where(isRow).for("update");
  const row = found(locked);
  leaveAlone(call, row);
  if (row.created_by !== user.id) return refuse(40300);
  // Joined to another record at this moment.
  if (row.owner_id !== known?.owner_id || !isYoung(call, row)) return refuse(40902);
  return { row, record: notClosed(record) };
}

async function wordsOf({ db }: SignedCall, { content, mention_user_ids }: Comment): Promise<string> {
  return inWords(content, await namesOf(db, mention_user_ids));
}

interface Said {
  action: AuditLine["action"];
  verb: string;
  before: string | null;
  after: string | null;
}

function log(
  owners: CommentOwners,
  call: SignedCall,
  { id, owner_type, owner_id }: Comment,
  { name, title }: Commented,
  { action, verb, before, after }: Said,
): Promise<void> {
  return audit(call, {
    module: owners[owner_type].module,
    action,
    summary: `${verb}${title}`,
    target: { type: "comment", id, name },
    touches: [{ type: owner_type, id: owner_id }],
    changes: [{ field: "content", label: "评论", before, after }],
  });
}

const toRow = async (call: SignedCall, row: Comment, record: Commented): Promise<CommentRow> =>
  found((await toRows(call, [row], record))[0]);
