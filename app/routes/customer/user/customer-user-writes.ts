import type { WriteAction } from "~/app/api/writes";
import { blacklist } from "~/contract/customer/blacklist";
import { customerUser } from "~/contract/customer/customer-user";

const { disable, enable, link, unlink } = customerUser;

/** The acts on a registered user that list and detail share, for their clientActions. */
export const customerUserActs = { disable, enable, link, unlink, block: blacklist.create };
export type CustomerUserAction = WriteAction<typeof customerUserActs>;
