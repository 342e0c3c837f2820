import type { WriteAction } from "~/app/api/writes";
import { customer } from "~/contract/customer/customer";

const { restore, restoreBatch, destroy, destroyBatch } = customer;

/** The acts of the recycle bin, for its clientAction. */
export const trashActs = { restore, restoreBatch, destroy, destroyBatch };
export type TrashAction = WriteAction<typeof trashActs>;
