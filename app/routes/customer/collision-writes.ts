import type { WriteAction } from "~/app/api/writes";
import { customer } from "~/contract/customer/customer";
import { transfer } from "~/contract/customer/transfer";

/** The ways out of a collision, for every form that may meet one. */
export const collisionActs = { claim: customer.claim, restore: customer.restore, applyTransfer: transfer.apply };
export type CollisionAction = WriteAction<typeof collisionActs>;
