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
import { searchAgents } from "./agent/list";
import { commentedAgents } from "./agent/scope";
import { undoAgents } from "./agent/write";
import { agentUnregisterHandlers } from "./agent-unregister";
import { agentLoginHandlers } from "./login/login-list";

export { optionSources } from "./option-sources";

export const served: readonly Served[] = [
  ...agentHandlers,
  ...accountHandlers,
  ...agentLoginHandlers,
  ...agentUnregisterHandlers,
];

export const searchers = { agents: searchAgents } satisfies Partial<Searchers>;

export const commented = { agent: commentedAgents } satisfies Partial<CommentOwners>;

export const undoers = { agent: undoAgents } satisfies Undoers;

export const screens = {
  ...agentScreenData,
  ...agentAccountScreens,
  ...agentLoginScreens,
  ...agentUnregisterScreens,
};
