import { unit as contract, type UnitRow } from "~/contract/house/unit";
import type { SignedCall } from "~/server/lib/call";
import { found } from "~/server/lib/refusal";
import { replyNull, replyWith } from "~/server/lib/reply";
import { serve } from "~/server/lib/serve";
import { changePrices, setStatuses } from "./unit/batch";
import { holdFor, releaseUnit } from "./unit/hold";
import { unitHistory } from "./unit/log";
import { joinQueue, leaveQueue } from "./unit/queue";
import { keepQuoted, quoteOf } from "./unit/quote";
import { exportUnits } from "./unit/unit-export";
import { boardOf, findUnitRow } from "./unit/view";
import { addUnit, changeUnit, removeUnit } from "./unit/write";

export const unitHandlers = [
  serve(contract.board, (call) => boardOf(readingOf(call), call.params.id, call.query.building)),

  serve(contract.create, async (call) => ({ id: await addUnit(call, call.params.id, call.body) })),

  serve(contract.update, replyWith(unitOf, changeUnit)),

  serve(contract.remove, replyNull(removeUnit)),

  serve(contract.hold, replyWith(unitOf, holdFor)),

  serve(contract.release, replyWith(unitOf, releaseUnit)),

  serve(
    contract.join,
    replyWith(unitOf, (call, id, { customer_id }) => joinQueue(call, id, customer_id)),
  ),

  serve(
    contract.leave,
    replyWith(unitOf, (call, id, { customer_id }) => leaveQueue(call, id, customer_id)),
  ),

  serve(contract.log, (call) => unitHistory(call, call.params.id)),

  serve(contract.quote, (call) => quoteOf(call, call.params.id, call.query)),

  serve(
    contract.quoted,
    replyNull((call, id, { customer_id }) => keepQuoted(call, id, customer_id)),
  ),

  serve(contract.priceBatch, (call) => changePrices(call, call.params.id, call.body)),

  serve(contract.statusBatch, (call) => setStatuses(call, call.params.id, call.body)),

  serve(contract.export, (call) => exportUnits(call, call.params.id, call.query)),
];

const readingOf = ({ db, user, services }: SignedCall) => ({ db, user, now: services.now() });
async function unitOf(call: SignedCall, id: number): Promise<UnitRow> {
  return found(await findUnitRow(readingOf(call), id));
}
