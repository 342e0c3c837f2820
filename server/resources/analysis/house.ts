import { permissions } from "~/contract/permissions";
import type { Caller } from "~/server/lib/caller";
import type { Settings } from "~/server/lib/settings";
import type { Viewer } from "../customer/customer/view";

/** A caller of the system's own, who sees the whole house's figures. */
const house: Caller = {
  ...{ id: 0, name: "系统", sessionId: "", teamId: null, teamIds: [], roles: [], mustChangePassword: false },
  permissions: new Set(permissions),
  pools: { seen: "all", managed: [] },
  scope: () => "all",
};

/** The viewer for figures of the whole house. */
export const houseViewer = (settings: Settings, now: Date): Viewer => ({ caller: house, settings, now });
