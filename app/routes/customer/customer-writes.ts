import { assignErrorDuration } from "~/app/api/toast";
import { customer } from "~/contract/customer/customer";

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

/** The errors of an assignment stay for 6 s (specification §9). */
const long = { toast: { duration: assignErrorDuration } };
export const customerActOptions = { claim: long, assign: long, claimBatch: long, assignBatch: long };
