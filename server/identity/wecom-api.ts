import { refuse } from "~/server/lib/call";
import type { Services } from "~/server/lib/services";
import { openSetting, readSettings } from "~/server/lib/settings";
import { fakeProviderAnswers } from "./fake-provider/conditions";
import { redeemCode } from "./fake-provider/wecom-codes";
import { askPlatform, jsonOf, platformIsDown } from "./platform";
import type { Visit } from "./sso";

/** Fixed: the platform has one. */
const platform = "https://qyapi.weixin.qq.com";
/** The company's token is over, or is no longer the one that counts. */
const tokenIsOver = new Set([40014, 42001]);
/** Seconds before its end from which a token or ticket is no longer used. */
const margin = 60;

export interface WecomAnswer {
  errcode: number;
  errmsg: string;
  [name: string]: unknown;
}

interface CallOptions {
  query?: Record<string, string>;
  body?: unknown;
  /** Codes of refusal that the caller handles; any other one is WeCom's fault or the configuration's. */
  expected?: ReadonlySet<number> | "all";
  /** In whose name: the application's by default. */
  secret?: CompanySecret;
}

type CompanySecret = "wecom.secret" | "wecom.contact_secret";

interface Credentials {
  corpId: string;
  secret: string;
}

interface CompanyToken {
  of: Credentials;
  value: Promise<{ text: string; until: number }>;
}

const tokens = new WeakMap<Services, Map<CompanySecret, CompanyToken>>();

/** Calls WeCom's API in the company's name with the one token that is kept for it, once more with a new one where that is over. Refuses with 40000 where WeCom is not configured, 50300 where it does not answer. */
export async function callWecom(services: Services, path: `/cgi-bin/${string}`, options: CallOptions = {}) {
  const { secret: name = "wecom.secret" } = options;
  const of = await credentialsOf(services, name);
  const used = await tokenOf(services, name, of);
  const first = await ask(services, path, { ...options, query: { ...options.query, access_token: used } });
  if (!tokenIsOver.has(first.errcode)) return checked(services, path, first, options);
  const renewed = await tokenOf(services, name, of, used);
  const second = await ask(services, path, { ...options, query: { ...options.query, access_token: renewed } });
  return checked(services, path, second, options);
}

export async function isWecomConfigured(services: Services): Promise<boolean> {
  const settings = await readSettings(services.db);
  return settings["wecom.corp_id"] !== "" && openSetting(services, settings, "wecom.secret") !== "";
}

async function credentialsOf(services: Services, name: CompanySecret): Promise<Credentials> {
  const settings = await readSettings(services.db);
  const credentials = {
    corpId: settings["wecom.corp_id"],
    secret: openSetting(services, settings, name),
  };
  return credentials.corpId && credentials.secret ? credentials : refuse(40000);
}

/** The company's token; a new one where it ends soon, was given for other credentials, or is the one that WeCom has just refused. */
async function tokenOf(services: Services, name: CompanySecret, of: Credentials, refused?: string): Promise<string> {
  const ours = tokens.get(services) ?? new Map<CompanySecret, CompanyToken>();
  tokens.set(services, ours);
  const kept = ours.get(name);
  if (kept && kept.of.corpId === of.corpId && kept.of.secret === of.secret) {
    const { text, until } = await kept.value;
    const isGood = until > services.now().getTime() && text !== refused;
    if (isGood) return text;
    // Somebody has begun a new one in the meantime.
    if (ours.get(name) !== kept) return tokenOf(services, name, of, refused);
  }
  const fresh: CompanyToken = { of, value: fetchToken(services, of) };
  ours.set(name, fresh);
  fresh.value.catch(() => ours.get(name) === fresh && ours.delete(name));
  return (await fresh.value).text;
}

async function fetchToken(services: Services, { corpId, secret }: Credentials) {
  const path = "/cgi-bin/gettoken";
  const answer = await ask(services, path, { query: { corpid: corpId, corpsecret: secret } });
  return givenIn(services, checked(services, path, answer, {}), "access_token");
}

/** What an answer gives for a time, and until when it is used. */
export function givenIn(services: Services, answer: WecomAnswer, name: "access_token" | "ticket") {
  const { [name]: text, expires_in: seconds } = answer;
  if (typeof text !== "string" || typeof seconds !== "number") throw platformIsDown();
  return { text, until: services.now().getTime() + (seconds - margin) * 1000 };
}

async function ask(services: Services, path: string, { query, body }: CallOptions): Promise<WecomAnswer> {
  const url = `${services.platforms?.wecom ?? platform}${path}?${new URLSearchParams(query)}`;
  const init =
    body === undefined
      ? {}
      : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const answer = await jsonOf(services, await askPlatform(services, url, init));
  const { errcode = 0, errmsg = "" } = answer;
  return { ...answer, errcode: Number(errcode), errmsg: String(errmsg) };
}

function checked(services: Services, path: string, answer: WecomAnswer, { expected }: CallOptions): WecomAnswer {
  if (answer.errcode === 0 || expected === "all" || expected?.has(answer.errcode)) return answer;
  services.log.warn({ path, errcode: answer.errcode }, "WeCom refuses");
  throw platformIsDown();
}

/** A code that was used before, is too old, or never was. */
const badCode = new Set([40029, 42003]);

/** The member of staff behind a code, by their userid at WeCom. Refuses with 40000 where WeCom is not configured, the code is not valid, or its user is not of the staff; with 50300 where WeCom does not answer. */
export async function wecomUserOf({ services, raw }: Visit, code: string): Promise<string> {
  const { "wecom.corp_id": corpId } = await readSettings(services.db);
  if (!corpId && !(await fakeProviderAnswers(services, raw, "wecom"))) return refuse(40000);
  const answer: WecomAnswer = corpId
    ? await callWecom(services, "/cgi-bin/auth/getuserinfo", { query: { code }, expected: badCode })
    : redeemCode(services, code);
  // An outsider has an openid in its place.
  return answer.errcode === 0 && typeof answer.userid === "string" && answer.userid !== ""
    ? answer.userid
    : refuse(40000);
}
