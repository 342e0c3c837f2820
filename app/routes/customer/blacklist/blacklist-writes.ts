import type { WriteAction } from "~/app/api/writes";
import { blacklist } from "~/contract/customer/blacklist";

const { create, update, remove } = blacklist;

/** What the list of the blacklist and its dialogs write. */
export const blacklistActs = { create, update, remove };
export type BlacklistAction = WriteAction<typeof blacklistActs>;
