import { eq } from "drizzle-orm";
import { district as contract, type DistrictDetail, type DistrictStatus } from "~/contract/region/district";
import { district } from "~/server/database/tables/region/geography";
import type { SignedCall } from "~/server/lib/call";
import { changedBy } from "~/server/lib/entity";
import { Refusal, refuse } from "~/server/lib/refusal";
import { replyNull, replyWith } from "~/server/lib/reply";
import { serve } from "~/server/lib/serve";
import { type District, districtOf, districtPage } from "./district/district-list";
import { sortDistricts } from "./district/order";
import { disableBelow, enableBelow } from "./district/places";
import { districtNodes } from "./district/tree";
import { addDistrict, changeDistrict, districts, lockDistrict, namedOf, removeDistrict } from "./district/write";

export const districtHandlers = [
  serve(contract.list, (call) => districtPage(call, call.query)),

  serve(contract.tree, async (call) => ({ list: await districtNodes(call, call.query) })),

  serve(contract.get, (call) => districtOf(call, call.params.id)),

  serve(contract.create, async (call) => ({ id: (await addDistrict(call, call.body)).id })),

  serve(contract.update, replyWith(districtOf, changeDistrict)),

  serve(contract.remove, replyNull(removeDistrict)),

  serve(contract.enable, (call) => enable(call, call.params.id, call.body.with_below)),
  serve(contract.disable, (call) => disable(call, call.params.id)),

  serve(contract.sort, async (call) => ({ count: await sortDistricts(call, call.body) })),
];

/** By itself or with all below it; below something that is out of use nothing can be in use. */
async function enable(call: SignedCall, id: number, withBelow: boolean): Promise<DistrictDetail> {
  const { db } = call;
  const row = await lockDistrict(call, id);
  if (row.status === "enabled") return refuse(40902);
  const [parent] = row.parent_id === null ? [] : await db.select().from(district).where(eq(district.id, row.parent_id));
  if (parent && parent.status !== "enabled") throw new Refusal(40902, `请先启用上级区域“${parent.name_zh}”`);
  await setStatus(call, row, "enabled");
  const count = withBelow ? await enableBelow(call, row) : 0;
  await districts.log(call, row, { summary: `启用区域 ${namedOf(row)}${count ? `及其下级${count}个` : ""}` });
  return districtOf(call, id);
}

async function disable(call: SignedCall, id: number): Promise<DistrictDetail> {
  const row = await lockDistrict(call, id);
  if (row.status === "disabled") return refuse(40902);
  await setStatus(call, row, "disabled");
  const count = await disableBelow(call, row.country_code);
  await districts.log(call, row, { summary: `停用区域 ${namedOf(row)}${count ? `及其下级${count}个` : ""}` });
  return districtOf(call, id);
}

async function setStatus(call: SignedCall, { id, version }: District, status: DistrictStatus): Promise<void> {
  await call.db
    .update(district)
    .set({ status, version: version + 1, ...changedBy(call) })
    .where(eq(district.id, id));
}
