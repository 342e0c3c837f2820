import { and, eq, inArray, isNull } from "drizzle-orm";
import type { z } from "zod";
import { deal as contract } from "~/contract/deal/deal";
import { type AttachmentType, attachmentTypes, type DealStatus } from "~/contract/deal/deal-kinds";
import { type DealAttach, type DealAttachment, mostAttachments } from "~/contract/deal/deal-record";
import { pathOf } from "~/contract/endpoint";
import { isoInstant } from "~/server/database/tables/columns";
import { deal, dealAttachment } from "~/server/database/tables/deal/deal";
import { media, user } from "~/server/database/tables/system/system";
import { loadCaller } from "~/server/identity/caller";
import { type FileReply, found, type Looking, refuse, refuseFields, type SignedCall } from "~/server/lib/call";
import { dropMedia, isOwnPaper, storageOf } from "~/server/lib/media";
import type { Services } from "~/server/lib/services";
import { readName, signName } from "~/server/lib/signed-name";
import { auditDeal, type DealRecord, lockDeal, logDeal, peekDeal } from "./record";

const readMinutes = 10;
type Item = z.output<typeof DealAttach>["items"][number];

/** What a state was reached by stays: the form of a handed-in deal, the contract of a signed one. */
const keptFrom: Partial<Record<AttachmentType, readonly DealStatus[]>> = {
  subscribe_form: ["reviewing", "subscribed", "contracted", "completed", "cancelled"],
  contract: ["contracted", "completed", "cancelled"],
  delivery: ["completed", "cancelled"],
};
const mayGo = (type: AttachmentType, { status }: Pick<DealRecord, "status">) => !keptFrom[type]?.includes(status);

/** Adds files to a deal whose row is locked: the caller's own, sent whole, and no other record's. */
export async function addAttachments(call: SignedCall, row: DealRecord, items: readonly Item[]): Promise<void> {
  if (items.length === 0) return;
  const { db, user: caller, services } = call;
  const ids = [...new Set(items.map(({ media_id }) => media_id))];
  const wrong = (message: string) => refuseFields([{ field: "attachments", label: "附件", message }]);
  const own = await db.$count(media, isOwnPaper(call, "deal", ids));
  const used = await db.$count(dealAttachment, inArray(dealAttachment.media_id, ids));
  if (own < ids.length || ids.length < items.length || used > 0) return wrong("文件不存在或未上传完成，请重新上传");
  const there = await db.$count(dealAttachment, eq(dealAttachment.deal_id, row.id));
  if (there + items.length > mostAttachments) return wrong(`每笔成交最多${mostAttachments}个附件`);
  const at = isoInstant(services.now());
  await db.insert(dealAttachment).values(items.map((item) => ({ ...item, deal_id: row.id, by: caller.id, at })));
}

export async function attach(call: SignedCall, id: number, { items }: z.output<typeof DealAttach>): Promise<void> {
  const { isOwn } = await peekDeal(call, id);
  if (!isOwn) return refuse(40301);
  const row = await lockDeal(call, id);
  if (row.status === "cancelled") return refuse(40902);
  await attachTo(call, row, items);
}

export async function attachTo(call: SignedCall, row: DealRecord, items: readonly Item[]): Promise<void> {
  if (items.length === 0) return;
  await addAttachments(call, row, items);
  const names = [...new Set(items.map(({ type }) => attachmentTypes[type]))].join("、");
  await logDeal(call, row.id, { action: "attach", note: names });
  await auditDeal(call, row, { action: "update", summary: `成交${row.deal_no}上传附件：${names}` });
}

export async function detach(call: SignedCall, attachmentId: number): Promise<null> {
  const { db } = call;
  const [asked] = await db.select().from(dealAttachment).where(eq(dealAttachment.id, attachmentId));
  const { deal_id } = found(asked);
  const { isOwn } = await peekDeal(call, deal_id);
  if (!isOwn) return refuse(40301);
  const row = await lockDeal(call, deal_id);
  const [one] = await db.select().from(dealAttachment).where(eq(dealAttachment.id, attachmentId)).for("update");
  const { type, media_id } = found(one);
  if (!mayGo(type, row)) return refuse(40902);
  await db.delete(dealAttachment).where(eq(dealAttachment.id, attachmentId));
  await dropMedia(db, [media_id]);
  await logDeal(call, deal_id, { action: "detach", note: attachmentTypes[type] });
  await auditDeal(call, row, { action: "update", summary: `成交${row.deal_no}删除附件：${attachmentTypes[type]}` });
  return null;
}

/** A deal's files, the oldest first, each at an address of the reader's own. */
export async function attachmentsOf(
  { db, user: caller, services }: Looking,
  row: Pick<DealRecord, "id" | "status">,
  isOwn: boolean,
): Promise<DealAttachment[]> {
  const rows = await db
    .select({ one: dealAttachment, file: media, by: { id: user.id, name: user.name } })
    .from(dealAttachment)
    .innerJoin(media, eq(media.id, dealAttachment.media_id))
    .leftJoin(user, eq(user.id, dealAttachment.by))
    .where(and(eq(dealAttachment.deal_id, row.id), eq(media.status, "ready")))
    .orderBy(dealAttachment.id);
  const ends = services.now().getTime() + readMinutes * 60_000;
  return rows.map(({ one, file, by }) => ({
    ...{ id: one.id, type: one.type, name: file.name, mime: file.mime, size: file.size, by, at: one.at },
    url: pathOf(contract.open, {
      id: one.id,
      token: signName(services, "deal", [one.id, file.id, caller.sessionId], ends),
    }),
    can: { delete: isOwn && caller.permissions.has("deal:deal:edit") && mayGo(one.type, row) },
  }));
}

/** Opens a file by an address that was given to somebody who still sees the deal. */
export async function openAttachment(
  call: Pick<SignedCall, "db" | "origin"> & { services: Services; params: { id: number; token: string } },
): Promise<FileReply> {
  const { db, services, origin, params } = call;
  const [id, mediaId, sessionId] = readName(services, "deal", params.token) ?? [];
  if (id !== String(params.id) || !sessionId) return refuse(40400);
  const caller = found(await loadCaller(db, sessionId, services.now()));
  const [one] = await db
    .select({ deal_id: dealAttachment.deal_id, type: dealAttachment.type, file: media })
    .from(dealAttachment)
    .innerJoin(media, eq(media.id, dealAttachment.media_id))
    .innerJoin(deal, and(eq(deal.id, dealAttachment.deal_id), isNull(deal.deleted_at)))
    .where(and(eq(dealAttachment.id, params.id), eq(media.id, Number(mediaId)), eq(media.status, "ready")));
  const { deal_id, type, file } = found(one);
  if (!caller.permissions.has("deal:deal:view")) return refuse(40301);
  const { row } = await peekDeal({ db, user: caller }, deal_id);
  const body = found(await storageOf(services, file.scene).read(file.key));
  await auditDeal({ db, user: caller, origin, services }, row, {
    action: "unmask",
    summary: `打开成交${row.deal_no}的附件：${attachmentTypes[type]}`,
  });
  const isShown = file.kind === "image" || file.mime === "application/pdf";
  return { name: file.name, type: file.mime, body, inline: isShown };
}
