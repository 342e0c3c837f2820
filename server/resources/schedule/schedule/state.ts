import type { schedule } from "~/server/database/tables/system/system";
import { customerLink } from "~/server/resources/customer/customer/row";

export type Schedule = typeof schedule.$inferSelect;

const undoHours = 24;

/** Whether what was done can still be taken back. */
export const mayReopen = ({ status, done_at }: Pick<Schedule, "status" | "done_at">, now: Date): boolean =>
  status === "done" && done_at !== null && now.getTime() < Date.parse(done_at) + undoHours * 3_600_000;

/** Where a message about a schedule leads: to its customer, else to the list. */
export const scheduleLink = ({ id, customer_id }: Pick<Schedule, "id" | "customer_id">) =>
  customer_id === null ? { link: "/schedule-list", link_id: id } : customerLink(customer_id);
