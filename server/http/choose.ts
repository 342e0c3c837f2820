import { mayCall } from "~/contract/endpoint";
import { isReachableByKey } from "~/contract/key-reach";
import { refuse } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import type { Served } from "../lib/serve";

/** What someone who must first change their password may call. */
const beforePasswordChange = new Set([
  "GET /api/user/profile",
  "GET /api/user/menus",
  "PUT /api/user/password",
  "POST /api/auth/logout",
  "GET /crm/auth/user/statistics",
]);

interface Input {
  query: Record<string, unknown>;
  body: Record<string, unknown>;
}

/** Of the endpoints that share a method and path (⑂) the one that is meant; ends the request unless the caller may call it. */
export function choose(
  group: readonly Served[],
  input: Input,
  user: Pick<Caller, "id" | "permissions" | "mustChangePassword" | "key"> | undefined,
): Served {
  const chosen =
    group.find(({ endpoint }) => endpoint.select?.(input, user?.id ?? 0)) ??
    group.find(({ endpoint }) => !endpoint.select);
  if (!chosen) return refuse(40000);
  if (!mayCall(user, chosen.endpoint)) return refuse(user ? 40300 : 40100);
  if (user?.mustChangePassword && !beforePasswordChange.has(chosen.endpoint.line)) return refuse(40300);
  if (user?.key && !mayUseKey(user.key, chosen)) return refuse(40300);
  return chosen;
}

const mayUseKey = ({ mayWrite }: NonNullable<Caller["key"]>, { endpoint, changes }: Served): boolean =>
  isReachableByKey(endpoint) && (mayWrite || !changes);
