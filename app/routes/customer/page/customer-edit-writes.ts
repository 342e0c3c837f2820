import type { WriteAction } from "~/app/api/writes";
import { collisionActs } from "~/app/routes/customer/collision-writes";
import { customerActs } from "~/app/routes/customer/customer-writes";
import { requirementActs } from "~/app/routes/customer/requirement/requirement-writes";
import { trackingActs } from "~/app/routes/customer/tracking/tracking-writes";
import { blacklist } from "~/contract/customer/blacklist";
import { customer } from "~/contract/customer/customer";
import { customerUser } from "~/contract/customer/customer-user";
import { tracking } from "~/contract/customer/tracking";

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
