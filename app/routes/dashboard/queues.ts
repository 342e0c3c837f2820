import type { BlockData } from "~/contract/dashboard/dashboard";
import type { Todo } from "~/contract/dashboard/metrics";

export type Queue = BlockData["todo"][number];

const inPlace = [
  ...(["deal_review", "inquiry_pending", "clue_pending", "statement_disputed"] as const),
  ...(["billing_confirm", "billing_overdue", "statement_pay"] as const),
] satisfies Todo[];
export type QueueInPlace = (typeof inPlace)[number];
export const isInPlace = (key: Todo): key is QueueInPlace => inPlace.some((one) => one === key);
export const mostInPlace = 2;

export const queuesOf = (list: BlockData["todo"]): Queue[] =>
  list.filter(({ key, count }) => count > 0 && key !== "tracking_today" && key !== "pool_warning");
