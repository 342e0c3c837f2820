import path from "node:path";
import { and, eq, gt, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { AnnexFacts, AnnexVerify, annexLimit, annex as contract } from "~/contract/customer/requirement";
import { isoInstant } from "~/server/database/tables/columns";
import { customer, requirement, requirementAnnex } from "~/server/database/tables/customer/customer";
import { media } from "~/server/database/tables/system/system";
import { loadCaller } from "~/server/identity/caller";
import { type AuditAction, audit, changesOf } from "~/server/lib/audit";
import type { SignedCall } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { changedBy, createdBy } from "~/server/lib/entity";
import { cappedCount, groupedBy, offsetOf, orderOf, pageOf } from "~/server/lib/list";
import { dropMedia, isOwnUpload, storageOf, uploadHours } from "~/server/lib/media";
import { found, refuse, refuseFields } from "~/server/lib/refusal";
import { serve } from "~/server/lib/serve";
import { whereRows } from "~/server/lib/where";
import { visibleTo } from "./customer/customer-scope";
import { annexOf, readAddress, selectAnnexes, toAnnex } from "./requirement/annex-view";
import { lockRequirement } from "./requirement/write";

export const annexHandlers = [
  serve(contract.list, async (call) => {
    const { db, query, user } = call;
    const offset = offsetOf(query);
    const where = sql.join(
      [
        ...filtersOf(query, user),
        ...whereRows(query.where, requirementAnnex, { customer_id: requirement.customer_id }),
      ],
      sql` and `,
    );
    const rows = await selectAnnexes(db, user)
      .where(where)
      .orderBy(orderOf(columns, query.sort, sql`${requirementAnnex.id} desc`))
      .limit(query.page_size)
      .offset(offset);
    const from = sql`from ${requirementAnnex} join ${requirement} on ${requirement.id} = ${requirementAnnex.requirement_id}
      join ${customer} on ${customer.id} = ${requirement.customer_id} where ${where}`;
    const total = await cappedCount(db, from);
    const list = rows.map((row) => toAnnex(call, row));
    return { ...pageOf(query, list, total), ...(await groupedBy(db, query, { table: requirementAnnex, from, total })) };
  }),

  serve(contract.create, async (call) => {
    const { db, body } = call;
    const { row: about } = await lockRequirement(call, body.requirement_id);
    if (about.status === "closed") return refuse(40902);
    // The requirement's row is locked: no other annex can be added meanwhile.
    const count = await db.$count(requirementAnnex, eq(requirementAnnex.requirement_id, about.id));
    if (count >= annexLimit) return refuseFields([mediaError(`每条需求最多${annexLimit}个附件`)]);
    const file = await checkMedia(call, body.media_id);
    const by = createdBy(call);
    const [created] = await db
      .insert(requirementAnnex)
      .values({ ...body, ...by, name: body.name ?? path.parse(file.name).name.slice(0, 80) })
      .returning();
    const row = found(created);
    await auditAnnex(call, row, { action: "create", summary: `新增附件${row.name}（${about.requirement_no}）` });
    return { id: row.id };
  }),

  serve(contract.update, async (call) => {
    const { db, params } = call;
    const { media_id, ...facts } = call.body;
    const { row, about } = await lockAnnex(call, params.id);
    if (about.status === "closed") return refuse(40902);
    const isOther = media_id !== null && media_id !== row.media_id;
    if (isOther) await checkMedia(call, media_id);
    await db
      .update(requirementAnnex)
      .set({ ...facts, ...(isOther ? { media_id, ...unverified } : {}), ...changedBy(call) })
      .where(eq(requirementAnnex.id, row.id));
    if (isOther) await dropMedia(db, [row.media_id]);
    const verb = isOther ? "更换附件文件" : "编辑附件";
    const changes = changesOf(AnnexFacts, row, facts);
    if (isOther || changes.length > 0)
      await auditAnnex(call, row, {
        action: "update",
        summary: `${verb}${row.name}（${about.requirement_no}）`,
        changes,
      });
    return annexOf(call, row.id);
  }),

  serve(contract.verify, async (call) => {
    const { db, params, user, services } = call;
    const { verified, verify_note } = call.body;
    const { row, about } = await lockAnnex(call, params.id);
    if (about.status === "closed") return refuse(40902);
    const at = isoInstant(services.now());
    const by = verified === "unverified" ? unverified : { verified_by: user.id, verified_at: at };
    await db
      .update(requirementAnnex)
      .set({ ...by, verified, verify_note, ...changedBy(call) })
      .where(eq(requirementAnnex.id, row.id));
    await auditAnnex(call, row, {
      action: "audit",
      summary: `核验附件${row.name}（${about.requirement_no}）`,
      changes: changesOf(AnnexVerify, row, { verified, verify_note }),
    });
    return annexOf(call, row.id);
  }),

  // Also of a closed requirement: a file that is not needed any more need not be kept.
  serve(contract.remove, async (call) => {
    const { db, params } = call;
    const { row, about } = await lockAnnex(call, params.id);
    await db.delete(requirementAnnex).where(eq(requirementAnnex.id, row.id));
    await dropMedia(db, [row.media_id]);
    await auditAnnex(call, row, { action: "delete", summary: `删除附件${row.name}（${about.requirement_no}）` });
    return null;
  }),

  serve(
    contract.open,
    async ({ db, params, services, origin }) => {
      const address = found(readAddress(services, params.id, params.token));
      // Whoever was given the address may have lost their session, their customer or their permission since.
      const caller = found(await loadCaller(db, address.sessionId, services.now()));
      const [viewed] = await selectAnnexes(db, caller).where(
        and(eq(requirementAnnex.id, params.id), eq(media.id, address.mediaId), eq(media.status, "ready")),
      );
      const { annex: row, file, requirement: about, isVisible } = found(viewed);
      if (!isVisible || !caller.permissions.has("customer:requirement:view")) return refuse(40301);
      const body = found(await storageOf(services, file.scene).read(file.key));
      const call = { db, user: caller, origin, services };
      await auditAnnex(call, row, { action: "unmask", summary: `打开附件${row.name}（${about.name}）` });
      const isShown = file.kind === "image" || file.mime === "application/pdf";
      return { name: fileName(row.name, file.name), type: file.mime, body, inline: isShown };
    },
    { writes: true },
  ),
];

type AnnexRecord = typeof requirementAnnex.$inferSelect;
type Query = z.output<typeof contract.list.query>;

const columns = { created_at: requirementAnnex.created_at, expire_at: requirementAnnex.expire_at };
const unverified = { verified: "unverified", verify_note: null, verified_by: null, verified_at: null };

function filtersOf({ requirement_id, customer_id, category, verified }: Query, caller: Caller): SQL[] {
  return [
    sql`${customer.deleted_at} is null and coalesce(${visibleTo(caller)}, false)`,
    ...(requirement_id ? [eq(requirementAnnex.requirement_id, requirement_id)] : []),
    ...(customer_id ? [eq(requirement.customer_id, customer_id)] : []),
    ...(category?.length ? [inArray(requirementAnnex.category, category)] : []),
    ...(verified?.length ? [inArray(requirementAnnex.verified, verified)] : []),
  ];
}

/** Takes an annex for a change, its customer and its requirement first. */
async function lockAnnex(call: SignedCall, id: number) {
  const ofIt = eq(requirementAnnex.id, id);
  const [asked] = await call.db.select().from(requirementAnnex).where(ofIt);
  const { row: about } = await lockRequirement(call, found(asked).requirement_id);
  // Others may have changed or removed it while the requirement was waited for.
  const [row] = await call.db.select().from(requirementAnnex).where(ofIt).for("update");
  return { row: found(row), about };
}

const mediaError = (message: string) => ({ field: "media_id", label: "文件", message });

/** The file is the caller's own, complete, of this scene, and nobody's annex yet. An old one may be swept at any moment. */
async function checkMedia({ db, user, services }: SignedCall, id: number): Promise<{ name: string }> {
  const since = isoInstant(services.now().getTime() - uploadHours * 3_600_000);
  const [file] = await db
    .select({ name: media.name })
    .from(media)
    .leftJoin(requirementAnnex, eq(requirementAnnex.media_id, media.id))
    .where(and(isOwnUpload(user.id, "annex", [id]), gt(media.created_at, since), isNull(requirementAnnex.id)));
  return file ?? refuseFields([mediaError("文件不存在、未上传完成或已被使用，请重新上传")]);
}

/** The annex's name, with the ending of the file that was sent. */
function fileName(name: string, sent: string): string {
  const ending = path.extname(sent);
  return name.toLowerCase().endsWith(ending.toLowerCase()) ? name : `${name}${ending}`;
}

function auditAnnex(
  call: SignedCall,
  { id, name }: Pick<AnnexRecord, "id" | "name">,
  line: { action: AuditAction; summary: string; changes?: Parameters<typeof audit>[1]["changes"] },
): Promise<void> {
  return audit(call, { module: "customer", target: { type: "requirement_annex", id, name }, ...line });
}
