import { manualStages } from "~/contract/customer/customer-record";
import type { customer } from "~/server/database/tables/customer/customer";

const order: readonly string[] = ["new", "contacted", "qualified", "visited", "subscribed", "contracted", "completed"];

/** Whether a person may move a customer from one stage to another; the deal's stages are the deal's to set. */
export const mayMove = (from: string, to: string) => from === to || (isManual(from) && isManual(to));

const isManual = (stage: string) => manualStages.some((one) => one === stage);

/** Where an event takes a customer: only forward (domain C.1.3). Lost and invalid ones are left to `reactivated`. */
export function forward(from: string, to: string): string {
  return order.includes(from) && order.indexOf(to) > order.indexOf(from) ? to : from;
}

/** A lost or invalid customer who is heard of again is a contacted one. */
export const reactivated = (stage: string) => (stage === "lost" || stage === "invalid" ? "contacted" : stage);

/** Level A or B with a budget: the need is known. */
export const isQualified = (row: Pick<typeof customer.$inferSelect, "level" | "budget_min" | "budget_max">) =>
  (row.level === "A" || row.level === "B") && (row.budget_min !== null || row.budget_max !== null);
