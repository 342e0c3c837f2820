import { isDemo } from "~/server/lib/demo-flag";
import { isLoopback, isPublicAddress } from "~/server/lib/public-address";
import { addressesOf } from "~/server/lib/safe-fetch";
import type { Services } from "~/server/lib/services";
import { askPlatform, platformIsDown } from "./platform";

/** Asks the sign-in provider, whose address a person typed: of the internet, the company's network (SSO_ALLOW_PRIVATE), or the demo's machine. */
export async function askProvider(services: Services, url: string, init?: RequestInit): Promise<Response> {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, "");
  if (!(await isAllowed(services, host))) {
    services.log.warn(
      { host },
      "the sign-in provider has an address of a private network: SSO_ALLOW_PRIVATE=1 allows it",
    );
    throw platformIsDown();
  }
  return askPlatform(services, url, init);
}

async function isAllowed(services: Services, host: string): Promise<boolean> {
  if (services.allowsPrivateSso) return true;
  // A name that nobody knows is the request's own failure.
  const found = await addressesOf(services, host).catch(() => []);
  const others = found.filter((address) => !isPublicAddress(address));
  if (others.length === 0) return true;
  return others.every(isLoopback) && isDemo(services.db);
}
