import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { Environment } from "~/server/http/environment";
import { Refusal, refuse } from "~/server/lib/call";
import type { Services } from "~/server/lib/services";
import { fakeProviderAnswers } from "../identity/fake-provider/conditions";
import { subjectOf } from "../identity/fake-provider/tokens";
import { giveCode, userIdAtWecom } from "../identity/fake-provider/wecom-codes";
import { isComplete, type Wecom, wecomAuthorizePath, wecomRequest } from "../identity/fake-provider/wecom-request";
import { noticePage, type Page, signInPage } from "./page";
import { interactionPath, providerAt } from "./provider";
import { demoStaff, type Person, proveStaff } from "./staff";

type Bindings = Environment & { Bindings: Partial<HttpBindings> };
type Ask = Context<Bindings>;

const formLimit = bodyLimit({ maxSize: 16 * 1024, onError: () => refuse(40000) });
const wrongPassword = "演示密码不正确";

/** The fake sign-in services, for servers without a real one. Where they may not answer, they behave as if they did not exist. */
export function fakeProviders(services: Services): Hono<Bindings> {
  const app = new Hono<Bindings>();
  const isThere = async (c: Ask, standIn: "sso" | "wecom") =>
    c.env?.incoming !== undefined && (await fakeProviderAnswers(services, c.req.raw, standIn));

  app.all(`${interactionPath}/:uid`, formLimit, async (c, next) =>
    (await isThere(c, "sso")) ? askWho(c, services) : next(),
  );
  for (const path of ["/oauth/v2/*", "/oidc/v1/*", "/.well-known/openid-configuration"])
    app.all(path, async (c, next) => ((await isThere(c, "sso")) ? toProvider(c, services) : next()));
  app.all(wecomAuthorizePath, formLimit, async (c, next) =>
    (await isThere(c, "wecom")) ? askWhoForWecom(c, services) : next(),
  );
  return app;
}

const answer = ({ text, headers }: Page, status = 200) => new Response(text, { status, headers });

/** Node's own pair, which the provider's package works on. */
function nodePair({ env }: Ask): HttpBindings {
  const { incoming, outgoing } = env;
  if (!incoming || !outgoing) throw new Error("not called through the HTTP server");
  return { incoming, outgoing };
}

/** What was sent already; its status is for the log. */
const answered = ({ statusCode: status }: HttpBindings["outgoing"]) =>
  new Response(null, { status, headers: RESPONSE_ALREADY_SENT.headers });

async function toProvider(c: Ask, services: Services): Promise<Response> {
  const provider = await providerAt(services, new URL(c.req.url).origin);
  const { incoming, outgoing } = nodePair(c);
  await provider.callback()(incoming, outgoing);
  return answered(outgoing);
}

async function askWho(c: Ask, services: Services): Promise<Response> {
  const provider = await providerAt(services, new URL(c.req.url).origin);
  const { incoming, outgoing } = nodePair(c);
  const begun = await provider.interactionDetails(incoming, outgoing).catch(() => undefined);
  if (!begun || begun.uid !== c.req.param("uid"))
    return answer(await noticePage("登录已过期", "请返回登录页，重新点击单点登录。"), 400);
  const page = { title: "演示单点登录", action: c.req.path };
  const asked = await readForm(c, services);
  if (asked.kind === "show") return answer(await signInPage({ ...page, ...asked.page }), asked.page.error ? 400 : 200);
  const result =
    asked.kind === "cancel"
      ? { error: "access_denied", error_description: "cancelled" }
      : { login: { accountId: subjectOf(asked.person.id), remember: false } };
  await provider.interactionFinished(incoming, outgoing, result);
  return answered(outgoing);
}

async function askWhoForWecom(c: Ask, services: Services): Promise<Response> {
  const form = c.req.method === "POST" ? await c.req.parseBody() : c.req.query();
  const request = wecomRequest(form, new URL(c.req.url).origin);
  if (typeof request === "string") return answer(await noticePage("链接不正确", request), 400);
  if (c.req.method === "POST" && !isComplete(form))
    return answer(await noticePage("链接不完整", "缺少 #wechat_redirect。"), 400);
  const asked = await readForm(c, services);
  if (asked.kind === "show") {
    const page = { title: "演示企业微信登录", action: wecomAuthorizePath, hidden: { ...request }, needsHash: true };
    return answer(await signInPage({ ...page, ...asked.page }), asked.page.error ? 400 : 200);
  }
  return backTo(request, asked.kind === "cancel" ? undefined : giveCode(services, userIdAtWecom(asked.person)));
}

function backTo({ redirect_uri, state }: Wecom, code: string | undefined): Response {
  const target = new URL(redirect_uri);
  if (code) target.searchParams.set("code", code);
  target.searchParams.set("state", state);
  return new Response(null, { status: 302, headers: { location: target.href, "cache-control": "no-store" } });
}

type Asked =
  | { kind: "show"; page: { people: Person[]; error?: string; chosen?: number } }
  | { kind: "cancel" }
  | { kind: "proved"; person: NonNullable<Awaited<ReturnType<typeof proveStaff>>> };

/** What the form says; where it says nothing yet, or nothing right, what to show. */
async function readForm(c: Ask, services: Services): Promise<Asked> {
  if (c.req.method !== "POST") return { kind: "show", page: { people: await demoStaff(services) } };
  const form = await c.req.parseBody();
  if (form.act === "cancel") return { kind: "cancel" };
  const proved = await proveStaff(services, c.get("origin").ip, form).catch((error: unknown) => {
    if (error instanceof Refusal) return error.message;
    throw error;
  });
  if (typeof proved === "object") return { kind: "proved", person: proved };
  const page = { people: await demoStaff(services), error: proved ?? wrongPassword, chosen: Number(form.person) };
  return { kind: "show", page };
}
