import { randomBytes } from "node:crypto";
import { exportJWK, generateKeyPair } from "jose";
import type { Configuration, Provider } from "oidc-provider";
import type { Services } from "~/server/lib/services";
import { fakeProviderClient } from "../identity/fake-provider/conditions";
import { adapterOf, storeOf } from "../identity/fake-provider/store";
import { personOf } from "../identity/fake-provider/tokens";
import { noticePage } from "./page";

/** The path of its page; the interaction's id follows. */
export const interactionPath = "/oauth/v2/stand-in";

/** One key and one set of providers (an issuer is an origin) per start of the server. */
interface Made {
  jwk: ReturnType<typeof makeKey>;
  cookieKey: string;
  providers: Map<string, Promise<Provider>>;
}

const made = new WeakMap<Services, Made>();

/** The fake provider at this origin. Its package is loaded with the first request for it. */
export function providerAt(services: Services, origin: string): Promise<Provider> {
  const kept = made.get(services) ?? {
    jwk: makeKey(),
    cookieKey: randomBytes(32).toString("base64url"),
    providers: new Map<string, Promise<Provider>>(),
  };
  made.set(services, kept);
  const provider = kept.providers.get(origin) ?? makeProvider(services, kept, origin);
  kept.providers.set(origin, provider);
  return provider;
}

async function makeKey() {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: randomBytes(8).toString("hex"), alg: "RS256", use: "sig" };
}

async function makeProvider(services: Services, { jwk, cookieKey }: Made, origin: string): Promise<Provider> {
  const { default: OidcProvider, interactionPolicy } = await import("oidc-provider");
  const policy = interactionPolicy.base();
  // Every visitor is asked who they are, even after a minute: they may want to be somebody else.
  policy
    .get("login")
    ?.checks.add(
      new interactionPolicy.Check(
        "each_time",
        "演示登录每次都要选择账号",
        (ctx) => ctx.oidc.result?.login === undefined,
      ),
    );
  const configuration: Configuration = {
    adapter: adapterOf(storeOf(services)),
    // The key is made here: exportJWK's type leaves open which kind it is.
    jwks: { keys: [(await jwk) as never] },
    cookies: { keys: [cookieKey] },
    clients: [
      {
        client_id: fakeProviderClient,
        token_endpoint_auth_method: "none",
        redirect_uris: [`${origin}/auth`],
        response_types: ["code"],
        grant_types: ["authorization_code"],
      },
    ],
    routes: {
      authorization: "/oauth/v2/authorize",
      token: "/oauth/v2/token",
      jwks: "/oauth/v2/keys",
      userinfo: "/oidc/v1/userinfo",
    },
    pkce: { required: () => true, methods: ["S256"] },
    scopes: ["openid", "profile", "email"],
    claims: { openid: ["sub"], profile: ["name", "preferred_username"], email: ["email", "email_verified"] },
    // The name is put into the id token, where the app looks for it.
    conformIdTokenClaims: false,
    clientBasedCORS: () => true,
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    // Twelve hours, as in the real provider.
    ttl: { AccessToken: 43_200, IdToken: 43_200, Grant: 43_200, AuthorizationCode: 60, Interaction: 600, Session: 600 },
    interactions: { policy, url: (_ctx, { uid }) => `${interactionPath}/${uid}` },
    async loadExistingGrant(ctx) {
      const { client, session, provider } = ctx.oidc;
      if (!client || !session?.accountId) return undefined;
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope("openid profile email");
      await grant.save();
      return grant;
    },
    async findAccount(_ctx, subject) {
      const person = await personOf(services, subject);
      return (
        person && {
          accountId: subject,
          claims: async () => ({
            sub: subject,
            name: person.name,
            preferred_username: person.email ?? subject,
            ...(person.email && { email: person.email, email_verified: true }),
          }),
        }
      );
    },
    async renderError(ctx, { error }) {
      const page = await noticePage("登录没有完成", `演示单点登录拒绝了这个请求（${error}）。请返回登录页重试。`);
      ctx.type = "html";
      ctx.set(page.headers);
      ctx.body = page.text;
    },
  };
  return new OidcProvider(origin, configuration);
}
