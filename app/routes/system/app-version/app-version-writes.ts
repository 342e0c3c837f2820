import type { WriteAction } from "~/app/api/writes";
import { appVersion } from "~/contract/system/app-version";

const { create, update, remove, release, withdraw } = appVersion;

/** What the list of versions and its dialogs write. */
export const appVersionActs = { create, update, remove, release, withdraw };
export type AppVersionAction = WriteAction<typeof appVersionActs>;
