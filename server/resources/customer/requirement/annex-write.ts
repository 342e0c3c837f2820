import path from "node:path";
import { and, eq, gt, isNull } from "drizzle-orm";
import type { z } from "zod";
import { annexLimit, type annex as contract } from "~/contract/customer/requirement";
import { isoInstant } from "~/server/database/tables/columns";
import { requirementAnnex } from "~/server/database/tables/customer/customer";
import { media } from "~/server/database/tables/system/system";
import { type AuditAction, audit } from "~/server/lib/audit";
import { found, refuse, refuseFields, type SignedCall } from "~/server/lib/call";
import { createdBy } from "~/server/lib/entity";
import { isOwnUpload, uploadHours } from "~/server/lib/media";
import { leaveAlone } from "~/server/lib/texts-in";
import { lockRequirement } from "./write";

export type AnnexRecord = typeof requirementAnnex.$inferSelect;

export interface AnnexOwner {
  requirement_id: number | null;
  inquiry_id: number | null;
  no: string;
  isClosed: boolean;
}

type Owned = Pick<AnnexRecord, "requirement_id" | "inquiry_id">;

/** Locks an annex's owner for a change of its papers; each kind has its own code. */
export async function lockOwner(call: SignedCall, { requirement_id, inquiry_id }: Owned): Promise<AnnexOwner> {
  if (inquiry_id !== null) {
    if (!call.user.permissions.has("inquiry:visa:handle")) return refuse(40300);
    const { inquiry_no } = await call.services.ofCustomer.inquiry.lockCase(call, inquiry_id);
    return { requirement_id: null, inquiry_id, no: inquiry_no, isClosed: false };
  }
  if (!call.user.permissions.has("customer:requirement:edit")) return refuse(40300);
  const { row } = await lockRequirement(call, found(requirement_id));
  return { requirement_id, inquiry_id: null, no: row.requirement_no, isClosed: row.status === "closed" };
}

type Facts = Pick<z.output<typeof contract.create.body>, "media_id" | "name" | "category" | "expire_at" | "remark">;

export async function addAnnex(call: SignedCall, owner: AnnexOwner, body: Facts): Promise<{ id: number }> {
  if (owner.isClosed) return refuse(40902);
  const { requirement_id, inquiry_id, no } = owner;
  const column = inquiry_id === null ? requirementAnnex.requirement_id : requirementAnnex.inquiry_id;
  // The owner's row is locked: no other annex can be added meanwhile.
  const count = await call.db.$count(requirementAnnex, eq(column, found(inquiry_id ?? requirement_id)));
  if (count >= annexLimit) {
    const message = inquiry_id === null ? `每条需求最多${annexLimit}个附件` : `每个案件最多${annexLimit}个材料`;
    return refuseFields([mediaError(message)]);
  }
  const file = await checkMedia(call, body.media_id);
  const name = body.name ?? path.parse(file.name).name.slice(0, 80);
  const { media_id, category, expire_at, remark } = body;
  const [created] = await call.db
    .insert(requirementAnnex)
    .values({ requirement_id, inquiry_id, media_id, category, expire_at, remark, name, ...createdBy(call) })
    .returning();
  const row = found(created);
  await auditAnnex(call, row, { action: "create", summary: `新增附件${row.name}（${no}）` });
  return { id: row.id };
}

export async function lockAnnex(call: SignedCall, id: number): Promise<{ row: AnnexRecord; owner: AnnexOwner }> {
  const ofIt = eq(requirementAnnex.id, id);
  const [asked] = await call.db.select().from(requirementAnnex).where(ofIt);
  const owner = await lockOwner(call, found(asked));
  // Others may have changed or removed it while we waited for its owner.
  const [row] = await call.db.select().from(requirementAnnex).where(ofIt).for("update");
  leaveAlone(call, row);
  return { row: found(row), owner };
}

const mediaError = (message: string) => ({ field: "media_id", label: "文件", message });

/** The file is the caller's own, complete, of this scene, and nobody's annex yet. An old one may be deleted at any moment. */
export async function checkMedia({ db, user, services }: SignedCall, id: number): Promise<{ name: string }> {
  const since = isoInstant(services.now().getTime() - uploadHours * 3_600_000);
  const [file] = await db
    .select({ name: media.name })
    .from(media)
    .leftJoin(requirementAnnex, eq(requirementAnnex.media_id, media.id))
    .where(and(isOwnUpload(user.id, "annex", [id]), gt(media.created_at, since), isNull(requirementAnnex.id)));
  return file ?? refuseFields([mediaError("文件不存在、未上传完成或已被使用，请重新上传")]);
}

export function auditAnnex(
  call: SignedCall,
  { id, name, inquiry_id }: Pick<AnnexRecord, "id" | "name" | "inquiry_id">,
  line: { action: AuditAction; summary: string; changes?: Parameters<typeof audit>[1]["changes"] },
): Promise<void> {
  const target = { type: "requirement_annex", id, name };
  if (inquiry_id === null) return audit(call, { module: "customer", target, ...line });
  // Reading a paper changes nothing.
  const touches = line.action === "unmask" ? [] : [{ type: "inquiry", id: inquiry_id }];
  return audit(call, { module: "inquiry", target, touches, ...line });
}
