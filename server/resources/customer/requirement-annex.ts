import path from "node:path";
import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { AnnexFacts, AnnexVerify, annex as contract } from "~/contract/customer/requirement";
import { isoInstant } from "~/server/database/tables/columns";
import { customer, requirement, requirementAnnex } from "~/server/database/tables/customer/customer";
import { media } from "~/server/database/tables/system/system";
import { loadCaller } from "~/server/identity/caller";
import { changesOf } from "~/server/lib/audit";
import { found, refuse, setRow } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { changedBy } from "~/server/lib/entity";
import { listOf, orderOf } from "~/server/lib/list";
import { dropMedia, storageOf } from "~/server/lib/media";
import { serve } from "~/server/lib/serve";
import { visibleTo } from "./customer/row";
import { annexOf, findAnnex, readAddress, selectAnnexes, toAnnex } from "./requirement/annex-view";
import { addAnnex, auditAnnex, checkMedia, lockAnnex, lockOwner } from "./requirement/annex-write";

export const annexHandlers = [
  serve(contract.list, async (call) => {
    const { db, query, user } = call;
    return listOf(
      db,
      query,
      {
        ...{
          select: selectAnnexes(db, user).$dynamic(),
          from: requirementAnnex,
          fields: { customer_id: requirement.customer_id },
        },
        joins: sql`join ${requirement} on ${requirement.id} = ${requirementAnnex.requirement_id} join ${customer} on ${customer.id} = ${requirement.customer_id}`,
        where: sql.join(filtersOf(query, user), sql` and `),
        order: orderOf(columns, query.sort, sql`${requirementAnnex.id} desc`),
      },
      (row) => toAnnex(call, row),
    );
  }),

  serve(contract.create, async (call) =>
    addAnnex(call, await lockOwner(call, { requirement_id: call.body.requirement_id, inquiry_id: null }), call.body),
  ),

  serve(contract.update, async (call) => {
    const { db, params } = call;
    const { media_id, ...facts } = call.body;
    const { row, owner } = await lockAnnex(call, params.id);
    if (owner.isClosed) return refuse(40902);
    const isOther = media_id !== null && media_id !== row.media_id;
    if (isOther) await checkMedia(call, media_id);
    await setRow(db, requirementAnnex, row.id, {
      ...facts,
      ...(isOther ? { media_id, ...unverified } : {}),
      ...changedBy(call),
    });
    if (isOther) await dropMedia(db, [row.media_id]);
    const verb = isOther ? "更换附件文件" : "编辑附件";
    const changes = changesOf(AnnexFacts, row, facts);
    if (isOther || changes.length > 0)
      await auditAnnex(call, row, { action: "update", summary: `${verb}${row.name}（${owner.no}）`, changes });
    return annexOf(call, row);
  }),

  serve(contract.verify, async (call) => {
    const { db, params, user, services } = call;
    const { verified, verify_note } = call.body;
    const { row, owner } = await lockAnnex(call, params.id);
    if (owner.isClosed) return refuse(40902);
    const at = isoInstant(services.now());
    const by = verified === "unverified" ? unverified : { verified_by: user.id, verified_at: at };
    await setRow(db, requirementAnnex, row.id, { ...by, verified, verify_note, ...changedBy(call) });
    await auditAnnex(call, row, {
      action: "audit",
      summary: `核验附件${row.name}（${owner.no}）`,
      changes: changesOf(AnnexVerify, row, { verified, verify_note }),
    });
    return annexOf(call, row);
  }),

  // Also for a closed requirement: a file that is not needed need not be kept.
  serve(contract.remove, async (call) => {
    const { db, params } = call;
    const { row, owner } = await lockAnnex(call, params.id);
    await db.delete(requirementAnnex).where(eq(requirementAnnex.id, row.id));
    await dropMedia(db, [row.media_id]);
    await auditAnnex(call, row, { action: "delete", summary: `删除附件${row.name}（${owner.no}）` });
    return null;
  }),

  serve(
    contract.open,
    async ({ db, params, services, origin }) => {
      const address = found(readAddress(services, params.id, params.token));
      // The user who got the address may have lost their session, their customer or their permission since.
      const caller = found(await loadCaller(db, address.sessionId, services.now()));
      const isIt = and(eq(requirementAnnex.id, params.id), eq(media.id, address.mediaId), eq(media.status, "ready"));
      const { annex: row, file, isReadable, no } = found(await findAnnex({ db, user: caller, services }, isIt));
      if (!isReadable) return refuse(40301);
      const body = found(await storageOf(services, file.scene).read(file.key));
      const call = { db, user: caller, origin, services };
      await auditAnnex(call, row, { action: "unmask", summary: `打开附件${row.name}（${no}）` });
      const isShown = file.kind === "image" || file.mime === "application/pdf";
      return { name: fileName(row.name, file.name), type: file.mime, body, inline: isShown };
    },
    { writes: true },
  ),
];

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

function fileName(name: string, sent: string): string {
  const ending = path.extname(sent);
  return name.toLowerCase().endsWith(ending.toLowerCase()) ? name : `${name}${ending}`;
}
