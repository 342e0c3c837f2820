import { fakeProviderAnswers, fakeProviderClient } from "~/server/identity/fake-provider/conditions";
import { fakeProviderProof } from "~/server/identity/fake-provider/tokens";
import { refuse } from "~/server/lib/call";
import type { RawCall } from "~/server/lib/serve";
import type { Services } from "~/server/lib/services";
import { readSettings } from "~/server/lib/settings";
import type { Proof } from "./proof";
import { issuerProof } from "./sso-issuer";

/** Where people sign in, and as which application of theirs. */
export interface Provider {
  host: string;
  client_id: string;
}

/** The provider that this request may use: the one in the settings, else the fake one where it answers. */
export async function providerFor(services: Services, request: Request): Promise<Provider | undefined> {
  const { "sso.host": host, "sso.client_id": client_id } = await readSettings(services.db);
  if (host && client_id) return { host, client_id };
  return (await fakeProviderAnswers(services, request, "sso"))
    ? { host: new URL(request.url).origin, client_id: fakeProviderClient }
    : undefined;
}

/** A call as far as a platform's sign-in goes: the handler's own `call` is one. */
export type Visit = Pick<RawCall, "services" | "raw" | "origin">;

/** What the provider says of an access token; undefined where there is no provider, or the token is none of its own for us. */
export async function proofOf({ services, raw, origin }: Visit, token: string): Promise<Proof | undefined> {
  const settings = await readSettings(services.db);
  if (settings["sso.host"])
    return settings["sso.client_id"] ? issuerProof(services, settings, origin.ip, token) : undefined;
  return (await fakeProviderAnswers(services, raw, "sso")) ? fakeProviderProof(services, token) : undefined;
}

/** The subject of an access token, to bind it to someone signed in. Refuses with 40000 where no provider is configured, 40104 where it is not a token for us, 50300 where the provider does not answer. */
export async function subjectOfSso(visit: Visit, accessToken: string): Promise<string> {
  if (!(await providerFor(visit.services, visit.raw))) return refuse(40000);
  const proof = await proofOf(visit, accessToken);
  return proof?.subject ?? refuse(40104);
}
