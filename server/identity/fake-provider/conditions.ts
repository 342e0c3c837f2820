import { isLoopback } from "~/server/lib/public-address";
import type { Services } from "~/server/lib/services";
import { isDemo, readSettings } from "~/server/lib/settings";

/** The one application of the fake provider. */
export const fakeProviderClient = "xinfang-desk";

type StandIn = "sso" | "wecom";

const configuredBy = { sso: "sso.host", wecom: "wecom.corp_id" } as const;

/** Whether a fake provider answers this request: all four conditions of domain F.3, asked each time. */
export async function fakeProviderAnswers(services: Services, request: Request, standIn: StandIn): Promise<boolean> {
  if (!services.host || !isLoopback(services.host)) return false;
  // Another name that leads to this machine is somebody's trick, or a proxy.
  if (!isLoopback(new URL(request.url).hostname) || isForwarded(request.headers)) return false;
  const settings = await readSettings(services.db);
  return settings[configuredBy[standIn]] === "" && isDemo(services.db);
}

/** A proxy on this machine comes from loopback as well: it is known by what it writes. */
function isForwarded(headers: Headers): boolean {
  return [...headers.keys()].some((name) => name === "forwarded" || name.startsWith("x-forwarded-"));
}
