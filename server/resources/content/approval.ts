import { and, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { ApprovalAct, ApprovalStatus } from "~/contract/content/approval";
import type { ContentKind } from "~/contract/content/content-kinds";
import { contentForm } from "~/contract/content/content-screens";
import { isLive } from "~/contract/content/publishing";
import type { Db } from "~/server/database/database";
import { isoInstant, sayMinute } from "~/server/database/tables/columns";
import { contentApproval, contentDraft, revision } from "~/server/database/tables/content/content";
import { setting, user as userTable } from "~/server/database/tables/system/system";
import { worksWith } from "~/server/identity/scope";
import { pick, Refusal, refuse, rowsOf, type SignedCall } from "~/server/lib/call";
import { type Message, tellEach } from "~/server/lib/notify";
import { readSettings } from "~/server/lib/settings";
import { type ContentItem, type Kind, statusAt } from "./kind";

export type Waiting = typeof contentApproval.$inferSelect;

/** Whether what becomes public needs a second person (domain C.7). */
export const isReviewed = async (db: Db): Promise<boolean> =>
  (await readSettings(db))["content.approval"] === "four_eyes";

const pendingRow = (kind: ContentKind, id: number) =>
  and(eq(contentApproval.kind, kind), eq(contentApproval.target_id, id), eq(contentApproval.status, "pending"));

async function waitingOf({ db }: Pick<SignedCall, "db">, kind: ContentKind, id: number) {
  const [row] = await rowsOf(db, contentApproval, pendingRow(kind, id));
  return row;
}

/** How a piece is shown, not what it says: whoever may publish changes that without a second person. */
const shownBy: readonly string[] = ["is_top", "is_recommend", "sort", "offline_at", "end_at"];

export const saysTheSame = (fields: readonly string[]): boolean => fields.every((name) => shownBy.includes(name));

/** The last authors of what would become public of these pieces: the person who saved the draft copy last, or who made the newest version that says something else. */
export async function lastAuthors(db: Db, kind: ContentKind, asked: readonly Pick<Waiting, "target_id" | "act">[]) {
  const idsOf = (isDraft: boolean) =>
    asked.filter(({ act }) => (act === "draft") === isDraft).map(({ target_id }) => target_id);
  const [pieces, drafts] = [idsOf(false), idsOf(true)];
  const ofPieces = pieces.length
    ? await db
        .selectDistinctOn([revision.target_id], { id: revision.target_id, by: revision.by })
        .from(revision)
        .where(
          and(
            eq(revision.kind, kind),
            inArray(revision.target_id, pieces),
            sql`not ${revision.changed_fields} <@ ${JSON.stringify(shownBy)}::jsonb`,
          ),
        )
        .orderBy(revision.target_id, desc(revision.no))
    : [];
  const ofDrafts = drafts.length
    ? await pick(
        db,
        contentDraft,
        { id: contentDraft.target_id, by: contentDraft.by },
        and(eq(contentDraft.kind, kind), inArray(contentDraft.target_id, drafts)),
      )
    : [];
  return new Map([...ofPieces, ...ofDrafts].map(({ id, by }) => [id, by]));
}

/** What waits for one person, as `from …` for a count: a second person is asked, and somebody else wrote last what waits. Deleting a piece withdraws it. */
export function waitingFor(kind: ContentKind, userId: number): SQL {
  const is = (table: typeof contentDraft | typeof revision) =>
    sql`${table.kind} = ${contentApproval.kind} and ${table.target_id} = ${contentApproval.target_id}`;
  const author = sql`(case when ${contentApproval.act} = 'draft'
    then (select ${contentDraft.by} from ${contentDraft} where ${is(contentDraft)})
    else (select ${revision.by} from ${revision} where ${is(revision)} and not ${revision.changed_fields} <@ ${JSON.stringify(shownBy)}::jsonb
      order by ${revision.no} desc limit 1) end)`;
  // In words of the index of what waits.
  return sql`from ${contentApproval} where ${contentApproval.kind} = ${kind} and ${contentApproval.status} = 'pending'
    and ${author} is distinct from ${userId}
    and exists (select 1 from ${setting} where ${setting.key} = 'content.approval' and ${setting.value} = '"four_eyes"')`;
}

/** Ends the request of who wrote last what waits. */
async function demandOther({ db, user }: SignedCall, kind: Kind, waiting: Waiting): Promise<void> {
  const authors = await lastAuthors(db, kind.kind, [waiting]);
  if (authors.get(waiting.target_id) === user.id)
    throw new Refusal(40902, "最后修改的人不能审核，请由其他有发布权限的同事审核");
}

/** Lets through what becomes public, or changes what is, only as a second person's approval of what waits, which it is then. With the setting off nobody is asked. */
export async function passGate(
  call: SignedCall,
  kind: Kind,
  row: ContentItem,
  draftVersion?: number,
): Promise<boolean> {
  if (!(await isReviewed(call.db))) return false;
  const waiting = await waitingOf(call, kind.kind, row.id);
  const isDraft = draftVersion !== undefined;
  if (!waiting || (waiting.act === "draft") !== isDraft || waiting.version !== (draftVersion ?? row.version)) {
    const isPublic = isLive(statusAt(row, call.services.now()));
    throw new Refusal(
      40902,
      isPublic && !isDraft ? "公开的内容须经审核，请存为修改稿后提交审核" : "须先提交审核，由他人通过",
    );
  }
  await demandOther(call, kind, waiting);
  await close(call, eq(contentApproval.id, waiting.id), { status: "approved" });
  await kind.records.log(call, row, { action: "audit", verb: "通过审核：" });
  await tellAuthors(call, kind, row, waiting, "approved");
  return true;
}

async function close(
  { db, user, services }: SignedCall,
  which: SQL | undefined,
  { status, reason = null }: { status: ApprovalStatus; reason?: string | null },
): Promise<void> {
  const decided = { decided_by: user.id, decided_at: isoInstant(services.now()) };
  await db
    .update(contentApproval)
    .set({ status, reason, ...decided })
    .where(which);
}

interface Asked {
  act: ApprovalAct;
  version: number;
  publish_at?: string | null;
}

/** Puts a locked piece, or its draft copy, before those who may publish it. */
export async function openApproval(call: SignedCall, kind: Kind, row: ContentItem, asked: Asked): Promise<void> {
  const { db, user, services } = call;
  if (await waitingOf(call, kind.kind, row.id)) throw new Refusal(40902, "已提交审核，请等待结果");
  const at = isoInstant(services.now());
  await db.insert(contentApproval).values({ kind: kind.kind, target_id: row.id, ...asked, by: user.id, at });
  await kind.records.log(call, row, { verb: asked.act === "draft" ? "提交修改稿审核：" : "提交审核：" });
  const authors = await lastAuthors(db, kind.kind, [{ target_id: row.id, act: asked.act }]);
  const holders = await pick(db, userTable, ["id"], worksWith(kind.codes.publish), { order: userTable.id });
  const others = holders.flatMap(({ id }) => (id === authors.get(row.id) ? [] : [id]));
  const when = asked.publish_at ? `，定于${sayMinute(asked.publish_at)}发布` : "";
  await tellEach(call, others, {
    ...{ category: "audit", title: `待审核：${kind.title}` },
    content: `${user.name}提交了《${row.title}》${asked.act === "draft" ? "的修改稿" : ""}${when}，请审核。`,
    ...linkTo(kind, row, asked.act),
  });
}

export async function sendBack(
  call: SignedCall,
  kind: Kind,
  id: number,
  { version, reason }: { version: number; reason: string },
): Promise<void> {
  const { row, waiting } = await lockWaiting(call, kind, id, version);
  await demandOther(call, kind, waiting);
  await close(call, eq(contentApproval.id, waiting.id), { status: "returned", reason });
  await kind.records.log(call, row, { action: "audit", verb: "退回审核：", reason });
  await tellAuthors(call, kind, row, waiting, "returned", reason);
}

export async function withdraw(call: SignedCall, kind: Kind, id: number, version: number): Promise<void> {
  const { row, waiting } = await lockWaiting(call, kind, id, version);
  await close(call, eq(contentApproval.id, waiting.id), { status: "withdrawn" });
  await kind.records.log(call, row, { verb: "撤回审核：" });
}

/** A piece with what waits of it, as it was read; 40902 where nothing waits any more. */
export async function lockWaiting(call: SignedCall, kind: Kind, id: number, version?: number) {
  if (!(await isReviewed(call.db))) return refuse(40902);
  const row = await kind.records.lock(call, id);
  const waiting = (await waitingOf(call, kind.kind, id)) ?? refuse(40902);
  if (version !== undefined && waiting.version !== version) return refuse(40901);
  return { row, waiting };
}

/** What waits is no longer what was handed in: it was changed, or has gone another way. */
export const withdrawChanged = (call: SignedCall, kind: Kind, id: number, ...acts: ApprovalAct[]): Promise<void> =>
  close(call, and(pendingRow(kind.kind, id), acts.length ? inArray(contentApproval.act, acts) : undefined), {
    status: "withdrawn",
  });

const linkTo = (kind: Kind, { id }: ContentItem, act: ApprovalAct) => ({
  link: contentForm(kind.kind, id, act === "draft"),
  link_id: id,
});

/** Tells who handed it in, and who wrote it. */
async function tellAuthors(
  call: SignedCall,
  kind: Kind,
  row: ContentItem,
  waiting: Waiting,
  outcome: "approved" | "returned",
  reason = "",
): Promise<void> {
  const author = (await lastAuthors(call.db, kind.kind, [waiting])).get(row.id);
  const people = new Set([waiting.by, author].flatMap((id) => id ?? []));
  const said: Record<typeof outcome, Omit<Message, "user_id">> = {
    approved: {
      ...{ category: "audit", title: `${kind.title}审核已通过`, content: `《${row.title}》已通过审核。` },
      // A draft copy that was approved is the piece now.
      ...linkTo(kind, row, "publish"),
    },
    returned: {
      ...{ category: "audit", level: "warning", title: `${kind.title}审核已退回` },
      content: `《${row.title}》已退回：${reason}`,
      ...linkTo(kind, row, waiting.act),
    },
  };
  await tellEach(call, people, said[outcome]);
}
