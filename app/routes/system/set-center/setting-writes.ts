import type { WriteAction } from "~/app/api/writes";
import { setting } from "~/contract/system/setting";

/** What the tabs of settings write. */
export const settingActs = { updateSettings: setting.update };
export type SettingAction = WriteAction<typeof settingActs>;
