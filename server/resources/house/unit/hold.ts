import type { z } from "zod";
import { labelOf } from "~/contract/field";
import { UnitHold } from "~/contract/house/unit";
import { isoInstant } from "~/server/database/tables/columns";
import { holds } from "~/server/identity/scope";
import type { SignedCall } from "~/server/lib/call";
import { refuse, refuseFields } from "~/server/lib/refusal";
import { readSettings } from "~/server/lib/settings";
import { moveUnits } from "./move";
import { lockUnit } from "./state";
import { takeCustomer } from "./take-customer";

/** Holds a unit for the caller, and for a customer where they name one, as long as the setting allows unless the caller asks for less. */
export async function holdFor(
  call: SignedCall,
  id: number,
  { hours, customer_id }: z.output<typeof UnitHold>,
): Promise<void> {
  const { db, services } = call;
  const { "deal.unit_hold_hours": most } = await readSettings(db);
  if (hours !== null && hours > most) {
    const label = labelOf(UnitHold.shape.hours, "hours");
    return refuseFields([{ field: "hours", label, message: `最长可锁定${most}小时` }]);
  }
  if (customer_id !== null) await takeCustomer(call, customer_id);
  const locked = await lockUnit(db, id);
  const until = isoInstant(services.now().getTime() + (hours ?? most) * 3_600_000);
  await moveUnits(call, locked, { way: "hold", until, customer_id });
}

/** Releases a held unit: the caller's own, or one of a user whose deals the caller sees. */
export async function releaseUnit(call: SignedCall, id: number): Promise<void> {
  const { db, user: caller } = call;
  const locked = await lockUnit(db, id);
  const { status, held_by } = locked.row;
  if (status !== "held") return refuse(40902);
  if (held_by !== caller.id && !(await holds(db, caller, "deal", held_by))) return refuse(40301);
  await moveUnits(call, locked, { way: "release" });
}
