import { compareDecimals, distance, sum } from "../decimal";
import type { FieldError } from "../errors";
import { formatExact } from "../format";
import { type AttachmentType, attachmentTypes } from "./deal-kinds";

/** What a deal has of papers and of its bill, by which it is known whether it may go on. */
export interface DealStanding {
  deal_price: string | null;
  currency: string | null;
  /** The kinds of its files. */
  files: readonly string[];
  /** Lines of the buyer that finance has not confirmed, of these the deposits, and how many deposits there are. */
  open: number;
  open_deposits: number;
  deposits: number;
  /** Refunds that have not been made. */
  open_back: number;
  /** What the lines of the price come to, and what of it goes back. */
  price: string;
  price_back: string;
}

const ofFiles = (message: string): FieldError => ({ field: "attachments", label: "附件", message });
const ofBill = (message: string): FieldError => ({ field: "bills", label: "账单", message });

const lacks = ({ files }: DealStanding, type: AttachmentType): FieldError | undefined =>
  files.includes(type) ? undefined : ofFiles(`请先上传${attachmentTypes[type]}`);

/** Why a subscribed deal cannot be signed yet. */
export function contractHindrance(deal: DealStanding): FieldError | undefined {
  const isPaid = deal.deposits > 0 && deal.open_deposits === 0;
  return lacks(deal, "contract") ?? (isPaid ? undefined : ofBill("定金尚未经财务确认"));
}

/** Why a signed deal cannot be handed over yet: all that the buyer pays is confirmed, and it is the whole price. */
export function completeHindrance(deal: DealStanding): FieldError | undefined {
  const missing = lacks(deal, "delivery");
  if (missing) return missing;
  if (deal.open > 0) return ofBill(`还有${deal.open}条应收账单未经财务确认`);
  if (deal.open_back > 0) return ofBill(`还有${deal.open_back}条退款未完成`);
  const whole = sum(deal.deal_price ?? "0.00", deal.price_back);
  return compareDecimals(deal.price, whole) === 0
    ? undefined
    : ofBill(`已确认的房款与成交价相差${formatExact(distance(deal.price, whole), deal.currency)}`);
}
