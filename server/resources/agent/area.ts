import { agentScreenData } from "~/contract/agent/agent";
import { agentAccountScreens } from "~/contract/agent/agent-account";
import { agentLoginScreens } from "~/contract/agent/agent-login";
import { agentUnregisterScreens } from "~/contract/agent/agent-unregister";
import type { Served } from "~/server/lib/serve";
import type { Undoers } from "~/server/resources/shared/batch";
import type { CommentOwners } from "~/server/resources/shared/comment/owner";
import type { Searchers } from "~/server/resources/shared/search";
import { accountHandlers } from "./account";
import { agentHandlers } from "./agent";
import { commentedAgents } from "./agent/commented";
import { searchAgents } from "./agent/search";
import { undoAgents } from "./agent/undo";
import { agentLoginHandlers } from "./agent-login";
import { agentUnregisterHandlers } from "./agent-unregister";

export { optionSources } from "./option-sources";

/** Every endpoint of this area, one line per resource. */
export const served: readonly Served[] = [
  ...agentHandlers,
  ...accountHandlers,
  ...agentLoginHandlers,
  ...agentUnregisterHandlers,
];

/** What the header's search finds here. */
export const searchers = { agents: searchAgents } satisfies Partial<Searchers>;

/** What people comment on here. */
export const commented = { agent: commentedAgents } satisfies Partial<CommentOwners>;

/** How batches of this area's records are undone. */
export const undoers = { agent: undoAgents } satisfies Undoers;

/** What the screens of this area ask for at an address. */
export const screens = {
  ...agentScreenData,
  ...agentAccountScreens,
  ...agentLoginScreens,
  ...agentUnregisterScreens,
};
