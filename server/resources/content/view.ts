import { and, desc, eq, gt, inArray } from "drizzle-orm";
import type { z } from "zod";
import type { ContentKind } from "~/contract/content/content-kinds";
import { editingBeat } from "~/contract/content/editing";
import { isLive } from "~/contract/content/publishing";
import type { Db } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { contentApproval, contentDraft, editing } from "~/server/database/tables/content/content";
import { user as userTable } from "~/server/database/tables/system/system";
import { type Asking, idsOf, type SignedCall } from "~/server/lib/call";
import { complaintsOn } from "~/server/lib/input";
import { siteUrl } from "~/server/resources/shared/site";
import { isReviewed, lastAuthors } from "./approval";
import { type ContentItem, canOf, statusAt } from "./kind";
import { peopleOf } from "./revisions";
import { draftOf, endErrors } from "./write";

interface Row extends ContentItem {
  created_at: string;
  updated_at: string;
}

/** What lists say of the lives of these pieces; `whole` is the schema by which one may become public. */
export async function livesOf(
  { db, user, services }: SignedCall,
  kind: ContentKind,
  rows: readonly Row[],
  whole: z.ZodType,
) {
  const drafts = rows.length
    ? await db
        .select({ id: contentDraft.target_id })
        .from(contentDraft)
        .where(and(eq(contentDraft.kind, kind), inArray(contentDraft.target_id, idsOf(rows))))
    : [];
  const drafted = new Set(drafts.map(({ id }) => id));
  const approvals = (await isReviewed(db)) ? await approvalsOf(db, kind, idsOf(rows), user.id) : undefined;
  const now = services.now();
  return (row: Row) => {
    const publish_status = statusAt(row, now);
    const { id, version, publish_at, created_at, updated_at } = row;
    const isDrafted = drafted.has(id);
    const last = approvals?.get(id);
    // What came back says nothing any more of what is public by now, or of a draft copy that is gone.
    const approval = last && (last.shown.act === "draft" ? isDrafted : !isLive(publish_status)) ? last : undefined;
    const review = approvals && {
      isWaiting: approval?.status === "pending",
      isOwn: approval?.isOwn ?? false,
    };
    const can = canOf(kind, user, publish_status, review);
    const lacks = can.publish || can.submit ? [...complaintsOn(whole, row), ...endErrors({ ...row }, now)] : [];
    return {
      ...{ id, version, publish_status, publish_at, created_at, updated_at },
      has_draft: isDrafted,
      approval: approval?.shown ?? null,
      can,
      blocked: lacks.length ? { publish: lacks.map(({ message }) => message).join("；") } : {},
    };
  };
}

/** What was handed in last of these pieces, where that waits or came back. */
async function approvalsOf(db: Db, kind: ContentKind, ids: readonly number[], ownId: number) {
  const rows = ids.length
    ? await db
        .selectDistinctOn([contentApproval.target_id])
        .from(contentApproval)
        .where(and(eq(contentApproval.kind, kind), inArray(contentApproval.target_id, [...ids])))
        .orderBy(contentApproval.target_id, desc(contentApproval.id))
    : [];
  const open = rows.filter(({ status }) => status === "pending" || status === "returned");
  const people = await peopleOf(
    db,
    open.map(({ by }) => by),
  );
  const authors = await lastAuthors(db, kind, open);
  return new Map(
    open.map(({ target_id, status, act, publish_at, version, by, at, reason }) => {
      const shown = { status, act, publish_at, version, by: people(by), at, reason };
      return [target_id, { status, isOwn: authors.get(target_id) === ownId, shown }];
    }),
  );
}

/** What a form also shows of a piece's life. */
export async function lifeDetailOf(call: SignedCall, kind: ContentKind, row: Row) {
  const { db, user } = call;
  const draft = await draftOf(call, kind, row.id);
  const userIds = [row.created_by, row.updated_by, draft?.by ?? null].flatMap((id) => id ?? []);
  const people = await peopleOf(db, userIds);
  return {
    created_by: people(row.created_by),
    updated_by: people(row.updated_by),
    draft: draft
      ? {
          ...{ version: draft.version, base_version: draft.base_version, at: draft.at },
          by: people(draft.by),
          is_stale: draft.base_version !== row.version,
        }
      : null,
    editors: await editorsOf(call, kind, row.id, user.id),
    site_url: await siteUrl(db, kind, row.slug ?? row.id),
  };
}

export async function editorsOf({ db, services }: Asking, kind: ContentKind, id: number, exceptId: number) {
  const alive = isoInstant(services.now().getTime() - editingBeat.gone * 1000);
  const rows = await db
    .select({ id: userTable.id, name: userTable.name, since: editing.since })
    .from(editing)
    .innerJoin(userTable, eq(userTable.id, editing.user_id))
    .where(and(eq(editing.kind, kind), eq(editing.target_id, id), gt(editing.seen_at, alive)))
    .orderBy(editing.since);
  return rows.filter((row, at) => row.id !== exceptId && rows.findIndex((one) => one.id === row.id) === at);
}
