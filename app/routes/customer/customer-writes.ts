import { assignErrorDuration } from "~/app/api/toast";
import type { WriteAction } from "~/app/api/writes";
import { blacklist } from "~/contract/blacklist";
import { customer } from "~/contract/customer";
import { customerUser } from "~/contract/customer-user";
import { tracking } from "~/contract/tracking";
import { transfer } from "~/contract/transfer";
import { requirementActs } from "./requirement-writes";

const { claim, assign, claimBatch, assignBatch, release, releaseBatch, recycle, recycleBatch, tagBatch, lock, unlock } =
  customer;

/** The acts on a customer that his lists and his page share, for their clientActions. */
export const customerActs = {
  claim,
  assign,
  claimBatch,
  assignBatch,
  release,
  releaseBatch,
  recycle,
  recycleBatch,
  tagBatch,
  lock,
  unlock,
};

/** The acts on a follow-up that is written already, which the time line and the list of all share. */
export const trackingActs = { updateTracking: tracking.update, removeTracking: tracking.remove };
export type TrackingAction = WriteAction<typeof trackingActs>;

/** The ways out of a collision, for every form that may meet one. */
export const collisionActs = { claim, restore: customer.restore, applyTransfer: transfer.apply };
export type CollisionAction = WriteAction<typeof collisionActs>;

/** The acts of the detail page: those, and what its tabs write. */
export const customerEditActs = {
  ...customerActs,
  ...collisionActs,
  update: customer.update,
  merge: customer.merge,
  blacklist: blacklist.create,
  createTracking: tracking.create,
  ...trackingActs,
  ...requirementActs,
  linkUser: customerUser.link,
  unlinkUser: customerUser.unlink,
};
export type CustomerEditAction = WriteAction<typeof customerEditActs>;

/** The errors of an assignment stay for 6 s (specification §9). */
const long = { toast: { duration: assignErrorDuration } };
export const customerActOptions = { claim: long, assign: long, claimBatch: long, assignBatch: long };
