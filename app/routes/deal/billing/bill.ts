import type { billing } from "~/contract/deal/billing";
import type { Reply } from "~/contract/endpoint";

export type Bill = Reply<typeof billing.ofDeal>;
