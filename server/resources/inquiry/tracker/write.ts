import { and, eq, isNull } from "drizzle-orm";
import { TrackerFields } from "~/contract/inquiry/tracker";
import { tracker } from "~/server/database/tables/inquiry/tracker";
import type { SignedCall } from "~/server/lib/call";
import { entity } from "~/server/lib/entity";
import { refuse, refuseFields } from "~/server/lib/refusal";
import { centErrors, decimalText } from "~/server/resources/shared/amounts";
import { type Tracker, trackerOf } from "./tracker-list";
import { inquiriesOf } from "./uses";

export const trackers = entity({
  table: tracker,
  module: "inquiry",
  type: "tracker",
  title: "追踪点",
  nameOf: ({ name }) => name,
  describe: ({ code, name }) => `${code} ${name}`,
  fields: TrackerFields,
  unique: "编码",
  present: trackerOf,
});

async function checked<F extends TrackerFields>(call: SignedCall, body: F, before?: Tracker): Promise<F> {
  const wrong = [
    ...(await trackers.unknownChoices(call, body, before)),
    ...(await centErrors(call.db, TrackerFields, { cost_amount: body.cost_amount }, body.currency)),
  ];
  if (wrong.length) return refuseFields(wrong);
  return { ...body, cost_amount: decimalText(body.cost_amount) };
}

export async function addTracker(call: SignedCall, body: TrackerFields & { code: string }): Promise<{ id: number }> {
  const taken = await call.db.$count(tracker, and(eq(tracker.code, body.code), isNull(tracker.deleted_at)));
  if (taken > 0) return refuse(40900, { label: "编码" });
  return trackers.add(call, await checked(call, body));
}

export async function changeTracker(
  call: SignedCall,
  id: number,
  { version, ...body }: TrackerFields & { version: number },
): Promise<void> {
  const row = await trackers.lock(call, id, version);
  await trackers.edit(call, row, await checked(call, body, row));
}

export async function removeTracker(call: SignedCall, id: number): Promise<void> {
  const row = await trackers.lock(call, id);
  if ((await inquiriesOf(call.db, [id])).size > 0) return refuse(40904, { n: "询盘" });
  await trackers.remove(call, row);
}
