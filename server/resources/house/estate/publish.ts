import type { z } from "zod";
import { EstateFlags } from "~/contract/house/estate";
import { isoInstant } from "~/server/database/tables/columns";
import { estate } from "~/server/database/tables/house/estate";
import { changesOf } from "~/server/lib/audit";
import { Refusal, refuse, setRow } from "~/server/lib/call";
import { changedBy } from "~/server/lib/entity";
import type { SignedCall } from "~/server/lib/services";
import { tellEngines } from "~/server/resources/shared/tell-engines";
import { completenessOf } from "./completeness";
import { auditEstate, type Estate, lockEstate } from "./facts";

/** Puts an estate online once it is approved and has its coordinates and a cover; says all that is missing. */

export async function publishEstate(call: SignedCall, id: number): Promise<void> {
  const { services } = call;
  const row = await lockEstate(call, id);
  if (row.publish_status === "online") return refuse(40902);
  const missing = (await completenessOf(call.db, row)).filter(({ needed, is_met }) => needed === "publish" && !is_met);
  if (missing.length)
    throw new Refusal(42200, `还不能上架，需要：${missing.map(({ label }) => label).join("、")}`, {
      errors: missing.map(({ key, label }) => ({ field: key, label, message: `上架前需要：${label}` })),
    });
  await write(call, row, { publish_status: "online", published_at: isoInstant(services.now()), offline_reason: null });
  await tellEngines(call, "estate", [row], "new");
  await auditEstate(call, row, {
    action: "publish",
    event: "content.published",
    summary: `上架房源 ${row.estate_no} ${row.name}`,
  });
}

export async function takeOffline(call: SignedCall, row: Estate, reason: string): Promise<void> {
  if (row.publish_status !== "online") return refuse(40902);
  await write(call, row, { publish_status: "offline", offline_reason: reason });
  await tellEngines(call, "estate", [row], "gone");
  await auditEstate(call, row, {
    event: "content.unpublished",
    summary: `下架房源 ${row.estate_no} ${row.name}`,
    reason,
  });
}

/** Sets what is said of an estate without its form, its review included: hot, recommended, its place in lists. */
export async function flagEstate(call: SignedCall, id: number, flags: z.output<typeof EstateFlags>): Promise<void> {
  const row = await lockEstate(call, id);
  const changes = changesOf(EstateFlags, row, flags);
  if (changes.length === 0) return;
  await write(call, row, flags);
  await auditEstate(call, row, { summary: `设置热门推荐 ${row.estate_no} ${row.name}`, changes });
}

async function write(
  { db, user, services }: SignedCall,
  { id, version }: Estate,
  values: Partial<typeof estate.$inferInsert>,
): Promise<void> {
  await setRow(db, estate, id, { ...values, version: version + 1, ...changedBy({ user, services }) });
}
