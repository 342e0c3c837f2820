import { type DraftConflict, isLive, type PublishStatus } from "~/contract/content/publishing";
import { errors } from "~/contract/errors";
import { isoInstant, sayMinute } from "~/server/database/tables/columns";
import { batchRow } from "~/server/database/tables/system/system";
import { type Batch, type Done, linesOf, type Part, type Undone } from "~/server/lib/batch";
import { Refusal, refuse, refuseFields, type SignedCall } from "~/server/lib/call";
import { isReviewed, passGate, saysTheSame, withdrawChanged } from "./approval";
import { type ContentItem, type Kind, mayPublish, statusAt, type Values, valuesOf, wasPublic } from "./kind";
import { differences, findRevision, markLive, snapshotAt } from "./revisions";
import { demandEnd, demandWhole, draftOf, forgetDraft, writeItem } from "./write";

/** Records with a version, as their entity locks and changes them. */
interface Records<R> {
  lock(call: SignedCall, id: number): Promise<R>;
  change(call: SignedCall, row: R, values: Record<string, unknown>, line: { verb: string }): Promise<unknown>;
}

/** What has become public since by nobody's approval is not undone to what it said before (domain C.7). */
export const undoContent = (kind: Kind) =>
  undoRecords<ContentItem>({
    lock: (call, id) => kind.records.lock(call, id),
    async change(call, row, before, line) {
      const isSaid =
        isLive(statusAt(row, call.services.now())) && !saysTheSame(kind.names.filter((name) => name in before));
      if (isSaid && (await isReviewed(call.db))) throw new Refusal(40902, "公开的内容须经审核，请存为修改稿后提交审核");
      await withdrawChanged(call, kind, row.id);
      return kind.records.change(call, row, before, line);
    },
  });

/** Puts records back to what a bulk act has found them as: those that nobody has changed since. */
export const undoRecords =
  <R extends { version: number }>(records: Records<R>, verb = "撤销批量操作：") =>
  async (call: SignedCall, batch: Batch, _now: Date, part?: Part): Promise<Undone> => {
    const lines = await call.db
      .select({ id: batchRow.row_id, before: batchRow.before, version_after: batchRow.version_after })
      .from(batchRow)
      .where(linesOf(batch, part))
      .orderBy(batchRow.row_id);
    const undone: Undone = { success: [], failed: [] };
    for (const { id, before, version_after } of lines) {
      try {
        const row = await records.lock(call, id);
        if (row.version !== version_after) throw new Refusal(40901, "之后已被修改");
        await records.change(call, row, before, { verb });
        undone.success.push(id);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const message = error.code === 40400 ? errors[40400].message : error.message;
        undone.failed.push({ id, code: error.code, message });
      }
    }
    return undone;
  };

type Standing = Pick<ContentItem, "publish_status" | "publish_at" | "was_public">;

const lockPiece = async (call: SignedCall, kind: Kind, id: number, version?: number) =>
  await kind.records.lock(call, id, version);

/** Moves a locked piece in its life; answers what it was before, for an undo. */
async function move(call: SignedCall, kind: Kind, row: ContentItem, to: Standing, verb: string): Promise<Done> {
  const now = call.services.now();
  const was_public = to.was_public || wasPublic(row, now);
  const isPublic = to.publish_status === "published";
  // What is scheduled has been approved.
  const isGoingOut = isLive(to.publish_status) && !isLive(statusAt(row, now));
  if (!isGoingOut || !(await passGate(call, kind, row))) await withdrawChanged(call, kind, row.id);
  const line = { verb, ...(isPublic && { action: "publish" as const }) };
  const changed = await kind.records.change(call, row, { ...to, was_public }, line);
  if (isPublic) await markLive(call.db, kind, [row.id]);
  const { publish_status, publish_at } = row;
  return {
    before: { publish_status, publish_at, was_public: row.was_public },
    version_after: changed.version,
  };
}

/** Refuses what the state does not allow (40902). */
export function demandState(row: ContentItem, now: Date, ...allowed: PublishStatus[]): void {
  if (!allowed.includes(statusAt(row, now))) refuse(40902);
}

export function demandAhead(publish_at: string, now: Date): void {
  if (Date.parse(publish_at) <= now.getTime())
    refuseFields([{ field: "publish_at", label: "发布时间", message: "发布时间应晚于现在" }]);
}

/** Public from now on; one that went offline keeps the day on which it was published. */
export async function publishItem(call: SignedCall, kind: Kind, id: number, version?: number): Promise<Done> {
  const now = call.services.now();
  const row = await lockPiece(call, kind, id, version);
  demandState(row, now, "draft", "scheduled", "offline");
  demandWhole(kind, valuesOf(kind, row));
  demandEnd(valuesOf(kind, row), now);
  const isBack = statusAt(row, now) === "offline" && row.publish_at !== null;
  const publish_at = isBack ? row.publish_at : isoInstant(now);
  return move(call, kind, row, { publish_status: "published", publish_at, was_public: true }, "发布");
}

export async function scheduleItem(
  call: SignedCall,
  kind: Kind,
  id: number,
  { publish_at, version }: { publish_at: string; version?: number },
): Promise<Done> {
  const now = call.services.now();
  const row = await lockPiece(call, kind, id, version);
  demandState(row, now, "draft", "scheduled", "offline");
  demandAhead(publish_at, now);
  demandWhole(kind, valuesOf(kind, row));
  demandEnd(valuesOf(kind, row), new Date(publish_at));
  const to = { publish_status: "scheduled", publish_at: isoInstant(publish_at), was_public: row.was_public } as const;
  return move(call, kind, row, to, `定时（${sayMinute(isoInstant(publish_at))}）发布`);
}

export async function unscheduleItem(call: SignedCall, kind: Kind, id: number, version: number): Promise<void> {
  const row = await lockPiece(call, kind, id, version);
  demandState(row, call.services.now(), "scheduled");
  const to = { publish_status: "draft", publish_at: null, was_public: row.was_public } as const;
  await move(call, kind, row, to, "取消定时发布");
}

export async function takeOffline(call: SignedCall, kind: Kind, id: number, version?: number): Promise<Done> {
  const row = await lockPiece(call, kind, id, version);
  demandState(row, call.services.now(), "published");
  const to = { publish_status: "offline", publish_at: row.publish_at, was_public: true } as const;
  return move(call, kind, row, to, "下线");
}

export async function toDraft(call: SignedCall, kind: Kind, id: number, version: number): Promise<void> {
  const row = await lockPiece(call, kind, id, version);
  demandState(row, call.services.now(), "offline");
  const to = { publish_status: "draft", publish_at: null, was_public: row.was_public } as const;
  await move(call, kind, row, to, "转为草稿");
}

export async function removeItem(call: SignedCall, kind: Kind, id: number): Promise<void> {
  const row = await lockPiece(call, kind, id);
  if (isLive(statusAt(row, call.services.now()))) throw new Refusal(40902, "请先下线或取消定时发布，再删除");
  const references = await kind.referred?.(call, id);
  if (references) return refuse(40904, { n: references });
  await forgetDraft(call, kind, id);
  await withdrawChanged(call, kind, id);
  await kind.records.remove(call, row);
  await kind.removed?.(call, row);
}

/** Makes the draft copy the live version; 40901 with the conflict where that has changed since. */
export async function publishDraft(call: SignedCall, kind: Kind, id: number, draftVersion: number): Promise<void> {
  const row = await lockPiece(call, kind, id);
  const values = await publishable(call, kind, row, draftVersion);
  await writeItem(call, kind, row, values, { act: "draft", verb: "发布修改稿：", action: "publish", draftVersion });
  await forgetDraft(call, kind, id);
}

/** What a draft copy would make of its piece; 40901 where it has changed since it was read, or its piece since it was begun. */
export async function publishable(
  call: SignedCall,
  kind: Kind,
  row: ContentItem,
  draftVersion: number,
): Promise<Values> {
  const draft = (await draftOf(call, kind.kind, row.id)) ?? refuse(40400);
  if (draft.version !== draftVersion) return refuse(40901, {}, draft.snapshot);
  if (draft.base_version !== row.version) {
    const conflict = await conflictOf(call, kind, row, draft);
    throw new Refusal(40901, "公开版本已被修改，请核对后再发布", conflict);
  }
  const values = { ...valuesOf(kind, row), ...(await renewed(call, kind, draft.snapshot)) };
  demandWhole(kind, values);
  return values;
}

async function conflictOf(
  call: SignedCall,
  kind: Kind,
  row: ContentItem,
  draft: { base_version: number; snapshot: Values },
): Promise<DraftConflict> {
  const live = valuesOf(kind, row);
  const base = await snapshotAt(call, kind, row.id, draft.base_version);
  const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
  const fields = await differences(call, kind, live, draft.snapshot);
  return {
    base_version: draft.base_version,
    version: row.version,
    fields: fields.map((one) => {
      const ofLive = base && same(base[one.field], draft.snapshot[one.field]);
      const ofDraft = base && same(base[one.field], live[one.field]);
      return { ...one, side: ofLive ? ("live" as const) : ofDraft ? ("draft" as const) : ("both" as const) };
    }),
  };
}

export async function restore(
  call: SignedCall,
  kind: Kind,
  { id, revisionId, version }: { id: number; revisionId: number; version: number },
): Promise<void> {
  const row = await lockPiece(call, kind, id, version);
  if (isLive(statusAt(row, call.services.now())) && !mayPublish(kind.kind, call.user)) return refuse(40300);
  const { snapshot, no } = await findRevision(call, kind, id, revisionId);
  // An end that it once had is not what somebody means who wants its words back.
  const { offline_at: _, ...words } = await renewed(call, kind, snapshot);
  const values = { ...valuesOf(kind, row), ...words };
  await writeItem(call, kind, row, values, { act: "restore", verb: `恢复第${no}版：`, action: "restore" });
}

/** What was kept of fields that the kind still has, as it may be written now. */
async function renewed(call: SignedCall, kind: Kind, snapshot: Values): Promise<Values> {
  const kept = Object.fromEntries(kind.names.flatMap((name) => (name in snapshot ? [[name, snapshot[name]]] : [])));
  return (await kind.renew?.(call, kept)) ?? kept;
}
