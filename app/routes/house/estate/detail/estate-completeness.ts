import type { EstateDetail } from "~/contract/house/estate";

export const isWaiting = ({ audit_status }: EstateDetail, key: string) =>
  key === "approved" && audit_status === "pending";

export const isIncomplete = (record: EstateDetail) =>
  record.completeness.some(({ key, is_met }) => !is_met && !isWaiting(record, key));
