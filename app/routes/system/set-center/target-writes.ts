import type { WriteAction } from "~/app/api/writes";
import { target } from "~/contract/system/target";

/** What the tab of monthly targets writes. */
export const targetActs = { setTargets: target.update, copyTargets: target.copy };
export type TargetAction = WriteAction<typeof targetActs>;
