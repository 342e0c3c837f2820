import { isoInstant } from "~/server/database/tables/columns";
import type { Done } from "~/server/lib/batch";
import { Refusal, type SignedCall } from "~/server/lib/call";
import { isReviewed, lockWaiting, openApproval, type Waiting } from "./approval";
import { type Kind, valuesOf } from "./kind";
import { demandAhead, demandState, publishable, publishDraft, publishItem, scheduleItem } from "./life";
import { demandEnd, demandWhole } from "./write";

/** Hands a draft in for approval, to be public at once or at a time. */
export async function submitItem(
  call: SignedCall,
  kind: Kind,
  id: number,
  { publish_at = null, version }: { publish_at?: string | null | undefined; version?: number },
): Promise<void> {
  await demandReview(call);
  const now = call.services.now();
  const row = await kind.records.lock(call, id, version);
  demandState(row, now, "draft", "offline");
  if (publish_at) demandAhead(publish_at, now);
  demandWhole(kind, valuesOf(kind, row));
  demandEnd(valuesOf(kind, row), publish_at ? new Date(publish_at) : now);
  const at = publish_at && isoInstant(publish_at);
  await openApproval(call, kind, row, { act: at ? "schedule" : "publish", publish_at: at, version: row.version });
}

export async function submitDraft(call: SignedCall, kind: Kind, id: number, draftVersion: number): Promise<void> {
  await demandReview(call);
  const row = await kind.records.lock(call, id);
  demandState(row, call.services.now(), "published", "scheduled");
  await publishable(call, kind, row, draftVersion);
  await openApproval(call, kind, row, { act: "draft", version: draftVersion });
}

async function demandReview({ db }: SignedCall): Promise<void> {
  if (!(await isReviewed(db))) throw new Refusal(40902, "无需审核，可直接发布");
}

/** Does what was handed in; a time that has passed meanwhile is now. */
export async function approveItem(call: SignedCall, kind: Kind, id: number, version: number): Promise<void> {
  const { waiting } = await lockWaiting(call, kind, id, version);
  if (waiting.act === "draft") await publishDraft(call, kind, id, waiting.version);
  else await publishWaiting(call, kind, id, waiting);
}

function publishWaiting(call: SignedCall, kind: Kind, id: number, { publish_at }: Waiting): Promise<Done> {
  return publish_at && Date.parse(publish_at) > call.services.now().getTime()
    ? scheduleItem(call, kind, id, { publish_at })
    : publishItem(call, kind, id);
}

/** One of several: published, or approved where a second person is asked. */
export async function publishOneOf(call: SignedCall, kind: Kind, id: number): Promise<Done> {
  if (!(await isReviewed(call.db))) return publishItem(call, kind, id);
  const { waiting } = await lockWaiting(call, kind, id);
  if (waiting.act === "draft") throw new Refusal(40902, "修改稿请打开后审核");
  return publishWaiting(call, kind, id, waiting);
}
