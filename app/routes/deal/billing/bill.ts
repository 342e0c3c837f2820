import type { billing } from "~/contract/deal/billing";
import type { Reply } from "~/contract/endpoint";

/** All lines of a deal with what they come to. */
export type Bill = Reply<typeof billing.ofDeal>;
