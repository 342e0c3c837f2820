import { assignErrorDuration } from "~/app/api/toast";
import type { WriteAction } from "~/app/api/writes";
import { customer } from "~/contract/customer";
import { tracking } from "~/contract/tracking";

const { claim, assign, claimBatch, assignBatch, release, releaseBatch, recycle, lock, unlock } = customer;

/** The acts on a customer that pool and detail share, for their clientActions. */
export const customerActs = { claim, assign, claimBatch, assignBatch, release, releaseBatch, recycle, lock, unlock };

/** The acts of the detail page: those, and what its tabs write. */
export const customerEditActs = {
  ...customerActs,
  update: customer.update,
  createTracking: tracking.create,
  updateTracking: tracking.update,
  removeTracking: tracking.remove,
};
export type CustomerEditAction = WriteAction<typeof customerEditActs>;

/** The errors of an assignment stay for 6 s (specification §9). */
const long = { toast: { duration: assignErrorDuration } };
export const customerActOptions = { claim: long, assign: long, claimBatch: long, assignBatch: long };
