/** The path of the page that replaces open.weixin.qq.com. */
export const wecomAuthorizePath = "/stand-in/wecom/authorize";

/** The company and the application that exist only here. */
export const fakeProviderCompany = { corpId: "ww0000000000000000", agentId: "1000001" };

/** What an authorization is asked with. */
export interface Wecom {
  appid: string;
  redirect_uri: string;
  response_type: "code";
  scope: "snsapi_base";
  state: string;
}

const longestState = 128;

/** The request as WeCom would take it, else why it would not: another company, an address of another origin, a state that is too long. */
export function wecomRequest(form: Record<string, unknown>, origin: string): Wecom | string {
  const { appid, redirect_uri, response_type, scope, state = "" } = form;
  if (appid !== fakeProviderCompany.corpId) return "appid 不是演示企业的企业ID。";
  if (typeof redirect_uri !== "string" || !isOurs(redirect_uri, origin)) return "redirect_uri 不在可信域名内。";
  if (response_type !== "code") return "response_type 必须是 code。";
  if (scope !== "snsapi_base") return "scope 必须是 snsapi_base。";
  if (typeof state !== "string" || Buffer.byteLength(state) > longestState) return "state 不能超过128个字节。";
  return { appid, redirect_uri, response_type, scope, state };
}

/** The end of the address, as the page's script found it. */
export const isComplete = (form: Record<string, unknown>): boolean => form.hash === "#wechat_redirect";

function isOurs(address: string, origin: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return url.origin === origin && url.pathname.toLowerCase() === "/weauth";
}
