import type { ShareCreate } from "~/contract/share/share";

/** What is sent: its kind, and the flat, estates or special page that it shows. */
export type SendSubject = Pick<ShareCreate, "kind"> &
  Partial<Pick<ShareCreate, "unit_id" | "estate_ids" | "special_id">>;

/** What is sent of chosen estates. */
export const estatesSent = (ids: readonly number[]): SendSubject => ({
  kind: ids.length > 1 ? "estates" : "estate",
  estate_ids: [...ids],
});
