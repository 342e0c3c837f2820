import { purchaseOf, usualPlan } from "~/contract/house/purchase-cost";
import type { ShareSnapshot } from "~/server/database/tables/share/share";
import type { SignedCall } from "~/server/lib/call";
import { dayOf } from "~/server/lib/list";
import { otherOf, quoteOf } from "~/server/resources/house/unit/quote";
import type { EstateRecord } from "./estates";

/** What is offered at what price today, with the rates of the day. `unitId`: of a quotation. */
export async function snapshotOf(
  call: SignedCall,
  rows: readonly EstateRecord[],
  { currency, unitId }: { currency: string; unitId: number | null },
): Promise<ShareSnapshot> {
  const day = dayOf(call.services.now());
  const estates = await estatePrices(call, rows, { currency, day });
  const quoted = unitId === null ? null : await quoteOf(call, unitId, { currency });
  return {
    ...{ day, estates },
    quote: quoted && {
      ...{ currency: quoted.currency, price: quoted.price, other: quoted.other },
      ...{ cost: quoted.cost, valid_until: quoted.valid_until },
    },
  };
}

/** What estates cost on a day, also in a second currency by the present rates. */
export async function estatePrices(
  call: Pick<SignedCall, "db">,
  rows: readonly EstateRecord[],
  { currency, day }: { currency: string; day: string },
): Promise<ShareSnapshot["estates"]> {
  const estates: ShareSnapshot["estates"] = [];
  for (const row of rows) estates.push({ ...pricesOf(row, day), other: await otherOf(call, row.currency, currency) });
  return estates;
}

function pricesOf(row: EstateRecord, day: string): Omit<ShareSnapshot["estates"][number], "other"> {
  const { id, name, currency, price_min, price_max, gross_yield, net_yield } = row;
  const purchase = price_min === null ? undefined : purchaseOf(usualPlan(row, undefined, price_min, day));
  return {
    ...{ id, name, currency, min: price_min, max: price_max, gross_yield, net_yield },
    outlay: purchase?.isKnown ? purchase.outlay : null,
  };
}
