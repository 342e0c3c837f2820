import { agentLoginScreens } from "~/contract/agent/agent-login";
import { agentUnregisterScreens } from "~/contract/agent/agent-unregister";
import type { Served } from "~/server/lib/serve";
import { agentLoginHandlers } from "./agent-login";
import { agentUnregisterHandlers } from "./agent-unregister";

export { scenes } from "./scenes";

/** Every endpoint of this area, one line per resource. */
export const served: readonly Served[] = [...agentLoginHandlers, ...agentUnregisterHandlers];

/** What the screens of this area ask for at an address. */
export const screens = { ...agentLoginScreens, ...agentUnregisterScreens };
