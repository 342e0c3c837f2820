import type { z } from "zod";
import { labelOf } from "~/contract/field";
import { unit as contract, UnitHold, type UnitRow } from "~/contract/house/unit";
import { isoInstant } from "~/server/database/tables/columns";
import { holds } from "~/server/identity/scope";
import { found, refuse, refuseFields, type SignedCall } from "~/server/lib/call";
import { serve, serveAct, serveNull } from "~/server/lib/serve";
import { readSettings } from "~/server/lib/settings";
import { changePrices, setStatuses } from "./unit/batch";
import { moveUnits } from "./unit/move";
import { joinQueue, leaveQueue, takeCustomer } from "./unit/queue";
import { keepQuoted, quoteOf } from "./unit/quote";
import { lockUnit, unitHistory } from "./unit/state";
import { boardOf, exportUnits, findUnitRow } from "./unit/view";
import { addUnit, changeUnit, removeUnit } from "./unit/write";

export const unitHandlers = [
  serve(contract.board, (call) => boardOf(readingOf(call), call.params.id, call.query.building)),

  serve(contract.create, async (call) => ({ id: await addUnit(call, call.params.id, call.body) })),

  serveAct(contract.update, unitOf, changeUnit),

  serveNull(contract.remove, removeUnit),

  serveAct(contract.hold, unitOf, holdFor),

  serveAct(contract.release, unitOf, releaseUnit),

  serveAct(contract.join, unitOf, (call, id, { customer_id }) => joinQueue(call, id, customer_id)),

  serveAct(contract.leave, unitOf, (call, id, { customer_id }) => leaveQueue(call, id, customer_id)),

  serve(contract.log, (call) => unitHistory(call, call.params.id)),

  serve(contract.quote, (call) => quoteOf(call, call.params.id, call.query)),

  serveNull(contract.quoted, (call, id, { customer_id }) => keepQuoted(call, id, customer_id)),

  serve(contract.priceBatch, (call) => changePrices(call, call.params.id, call.body)),

  serve(contract.statusBatch, (call) => setStatuses(call, call.params.id, call.body)),

  serve(contract.export, (call) => exportUnits(call, call.params.id, call.query)),
];

const readingOf = ({ db, user, services }: SignedCall) => ({ db, user, now: services.now() });
async function unitOf(call: SignedCall, id: number): Promise<UnitRow> {
  return found(await findUnitRow(readingOf(call), id));
}

/** Holds a unit for the caller, and for a customer where they name one, as long as the setting allows unless the caller asks for less. */
async function holdFor(call: SignedCall, id: number, { hours, customer_id }: z.output<typeof UnitHold>): Promise<void> {
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
async function releaseUnit(call: SignedCall, id: number): Promise<void> {
  const { db, user: caller } = call;
  const locked = await lockUnit(db, id);
  const { status, held_by } = locked.row;
  if (status !== "held") return refuse(40902);
  if (held_by !== caller.id && !(await holds(db, caller, "deal", held_by))) return refuse(40301);
  await moveUnits(call, locked, { way: "release" });
}
