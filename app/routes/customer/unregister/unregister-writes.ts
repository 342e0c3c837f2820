import type { WriteAction } from "~/app/api/writes";
import { unregister } from "~/contract/customer/unregister";

const { approve, reject } = unregister;

/** The two ends of a review. */
export const unregisterActs = { approve, reject };
export type UnregisterAction = WriteAction<typeof unregisterActs>;
