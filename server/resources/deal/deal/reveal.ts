import type { DealRevealed } from "~/contract/deal/deal-record";
import type { SignedCall } from "~/server/lib/call";
import { unseal } from "~/server/lib/seal";
import { reveal } from "~/server/resources/shared/reveal";
import { identityPurpose } from "./checked";
import { peekDeal } from "./record";

/** The buyers with phone and papers in full: with a reason, which is logged, and within the caller's daily limit for numbers. */
export async function revealBuyers(call: SignedCall, id: number, reason: string): Promise<DealRevealed> {
  const { services } = call;
  const { row } = await peekDeal(call, id);
  const target = { type: "deal", id, name: row.deal_no };
  const left = await reveal(call, target, `查看成交${row.deal_no}买方的完整号码`, reason);
  const plain = (sealed: string | null) => (sealed === null ? null : unseal(services, identityPurpose, sealed));
  return {
    buyer_phone_cc: row.buyer_phone_cc,
    buyer_phone: row.buyer_phone,
    buyer_id_no: plain(row.buyer_id_no),
    co_buyers: row.co_buyers.map(({ name, id_no }) => ({ name, id_no: plain(id_no) })),
    left,
  };
}
