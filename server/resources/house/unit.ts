import { unit as contract, type UnitRow } from "~/contract/house/unit";
import type { SignedCall } from "~/server/lib/call";
import { found } from "~/server/lib/refusal";
import { serve } from "~/server/lib/serve";
import { holdFor, releaseUnit } from "./unit/hold";
import { boardOf, findUnitRow } from "./unit/view";
import { addUnit, changeUnit, removeUnit } from "./unit/write";

export const unitHandlers = [
  serve(contract.board, (call) => boardOf(lookOf(call), call.params.id, call.query.building)),

  serve(contract.create, async (call) => ({ id: await addUnit(call, call.params.id, call.body) })),

  serve(contract.update, async (call) => {
    await changeUnit(call, call.params.id, call.body);
    return unitOf(call, call.params.id);
  }),

  serve(contract.remove, async (call) => {
    await removeUnit(call, call.params.id);
    return null;
  }),

  serve(contract.hold, async (call) => {
    await holdFor(call, call.params.id, call.body.hours);
    return unitOf(call, call.params.id);
  }),

  serve(contract.release, async (call) => {
    await releaseUnit(call, call.params.id);
    return unitOf(call, call.params.id);
  }),
];

const lookOf = ({ db, user, services }: SignedCall) => ({ db, user, now: services.now() });
const unitOf = async (call: SignedCall, id: number): Promise<UnitRow> => found(await findUnitRow(lookOf(call), id));
