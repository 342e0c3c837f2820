import type { WriteAction } from "~/app/api/writes";
import { tracking } from "~/contract/customer/tracking";

/** The acts on a follow-up that is written already, which the time line and the list of all share. */
export const trackingActs = { updateTracking: tracking.update, removeTracking: tracking.remove };
export type TrackingAction = WriteAction<typeof trackingActs>;
