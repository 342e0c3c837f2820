import { unit as contract, type UnitRow } from "~/contract/house/unit";
import type { SignedCall } from "~/server/lib/call";
import { found } from "~/server/lib/refusal";
import { replyNull, replyWith } from "~/server/lib/reply";
import { serve } from "~/server/lib/serve";
import { holdFor, releaseUnit } from "./unit/hold";
import { boardOf, findUnitRow } from "./unit/view";
import { addUnit, changeUnit, removeUnit } from "./unit/write";

export const unitHandlers = [
  serve(contract.board, (call) => boardOf(readingOf(call), call.params.id, call.query.building)),

  serve(contract.create, async (call) => ({ id: await addUnit(call, call.params.id, call.body) })),

  serve(contract.update, replyWith(unitOf, changeUnit)),

  serve(contract.remove, replyNull(removeUnit)),

  serve(
    contract.hold,
    replyWith(unitOf, (call, id, { hours }) => holdFor(call, id, hours)),
  ),

  serve(contract.release, replyWith(unitOf, releaseUnit)),
];

const readingOf = ({ db, user, services }: SignedCall) => ({ db, user, now: services.now() });
async function unitOf(call: SignedCall, id: number): Promise<UnitRow> {
  return found(await findUnitRow(readingOf(call), id));
}
