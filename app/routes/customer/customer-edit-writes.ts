import type { WriteAction } from "~/app/api/writes";
import { blacklist } from "~/contract/blacklist";
import { customer } from "~/contract/customer";
import { customerUser } from "~/contract/customer-user";
import { tracking } from "~/contract/tracking";
import { collisionActs } from "./collision-writes";
import { customerActs } from "./customer-writes";
import { requirementActs } from "./requirement-writes";
import { trackingActs } from "./tracking-writes";

/** The acts of the detail page: those of the lists, and what its tabs write. */
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
