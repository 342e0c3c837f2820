import { and, eq, gt, inArray } from "drizzle-orm";
import type { z } from "zod";
import type { ContentKind } from "~/contract/content/content-kinds";
import { editingBeat } from "~/contract/content/editing";
import { isoInstant } from "~/server/database/tables/columns";
import { contentDraft, editing } from "~/server/database/tables/content/content";
import { user as userTable } from "~/server/database/tables/system/system";
import { type Asking, idsOf, type SignedCall } from "~/server/lib/call";
import { complaintsOn } from "~/server/lib/input";
import { siteUrl } from "~/server/resources/shared/site";
import { type ContentItem, canOf, statusAt } from "./kind";
import { peopleOf } from "./revisions";
import { draftOf } from "./write";

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
  const now = services.now();
  return (row: Row) => {
    const publish_status = statusAt(row, now);
    const { id, version, publish_at, created_at, updated_at } = row;
    const can = canOf(kind, user, publish_status);
    const lacks = can.publish ? complaintsOn(whole, row) : [];
    return {
      ...{ id, version, publish_status, publish_at, created_at, updated_at },
      has_draft: drafted.has(id),
      can,
      blocked: lacks.length ? { publish: lacks.map(({ message }) => message).join("；") } : {},
    };
  };
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
