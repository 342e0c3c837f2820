import { eq } from "drizzle-orm";
import { district as contract, type DistrictDetail } from "~/contract/region/district";
import { isoInstant } from "~/server/database/tables/columns";
import { district } from "~/server/database/tables/region/geography";
import { audit } from "~/server/lib/audit";
import type { SignedCall } from "~/server/lib/call";
import { Refusal, refuse } from "~/server/lib/refusal";
import { serve } from "~/server/lib/serve";
import { type District, districtOf, districtPage } from "./district/district-list";
import { sortDistricts } from "./district/order";
import { disableBelow, enableBelow } from "./district/places";
import { districtNodes } from "./district/tree";
import { addDistrict, changeDistrict, holdDistrict, namedOf, removeDistrict, targetOf } from "./district/write";

export const districtHandlers = [
  serve(contract.list, (call) => districtPage(call, call.query)),

  serve(contract.tree, async (call) => ({ list: await districtNodes(call, call.query) })),

  serve(contract.get, (call) => districtOf(call, call.params.id)),

  serve(contract.create, async (call) => {
    const { id } = await addDistrict(call, call.body);
    return { id };
  }),

  serve(contract.update, async (call) => {
    await changeDistrict(call, call.params.id, call.body);
    return districtOf(call, call.params.id);
  }),

  serve(contract.remove, async (call) => {
    await removeDistrict(call, call.params.id);
    return null;
  }),

  serve(contract.enable, (call) => enable(call, call.params.id, call.body.with_below)),
  serve(contract.disable, (call) => disable(call, call.params.id)),

  serve(contract.sort, async (call) => ({ count: await sortDistricts(call, call.body) })),
];

/** By itself or with all below it; below something that is out of use nothing can be in use. */
async function enable(call: SignedCall, id: number, withBelow: boolean): Promise<DistrictDetail> {
  const { db } = call;
  const row = await holdDistrict(call, id);
  if (row.status === "enabled") return refuse(40902);
  const [parent] = row.parent_id === null ? [] : await db.select().from(district).where(eq(district.id, row.parent_id));
  if (parent && parent.status !== "enabled") throw new Refusal(40902, `请先启用上级区域“${parent.name_zh}”`);
  await setStatus(call, row, "enabled");
  const count = withBelow ? await enableBelow(call, row) : 0;
  await note(call, `启用区域 ${namedOf(row)}${count ? `及其下级${count}个` : ""}`, row);
  return districtOf(call, id);
}

async function disable(call: SignedCall, id: number): Promise<DistrictDetail> {
  const row = await holdDistrict(call, id);
  if (row.status === "disabled") return refuse(40902);
  await setStatus(call, row, "disabled");
  const count = await disableBelow(call, row.country_code);
  await note(call, `停用区域 ${namedOf(row)}${count ? `及其下级${count}个` : ""}`, row);
  return districtOf(call, id);
}

async function setStatus(call: SignedCall, { id, version }: District, status: "enabled" | "disabled"): Promise<void> {
  await call.db
    .update(district)
    .set({ status, version: version + 1, updated_at: isoInstant(call.services.now()), updated_by: call.user.id })
    .where(eq(district.id, id));
}

const note = (call: SignedCall, summary: string, row: Parameters<typeof targetOf>[0]) =>
  audit(call, { module: "geo", action: "update", target: targetOf(row), summary });
