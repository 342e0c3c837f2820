/** Names that belong to this machine or to a house's own network, whatever they resolve to. */
const insideName = /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|corp|home\.arpa)$/;

/** Why an address is none that this provider is reached at; undefined where it may be one. What its name resolves to is looked at when something is sent. */
export function urlProblem(provider: string, text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== "https:") return "须为 https 地址";
  if (url.username || url.password) return "地址中不能有用户名或密码";
  if (url.port && Number(url.port) < 1024) return "端口须为 443 或 1024 以上";
  if (provider === "wecom_bot") return isWecomBot(url) ? undefined : "须为企业微信群机器人的 Webhook 地址";
  if (provider === "slack") return isSlack(url) ? undefined : "须为 hooks.slack.com 的 Webhook 地址";
  const host = url.hostname.replace(/\.$/, "");
  // An address in figures has no name that a certificate would prove.
  if (/[:\]]$|(^|\.)\d+$/.test(host) || !host.includes(".")) return "须使用完整域名，不能用 IP 地址";
  return insideName.test(host) ? "不能使用内网域名" : undefined;
}

const isWecomBot = ({ origin, pathname, searchParams }: URL) =>
  origin === "https://qyapi.weixin.qq.com" &&
  pathname === "/cgi-bin/webhook/send" &&
  /^[\w-]{10,64}$/.test(searchParams.get("key") ?? "");

const isSlack = ({ origin, pathname }: URL) => origin === "https://hooks.slack.com" && pathname.length > 1;

/** An address as everybody may see it: its host, and its last four characters where enough stays hidden. */
export function maskUrl(text: string): string {
  if (!URL.canParse(text)) return "";
  const { host, pathname, search } = new URL(text);
  const rest = pathname + search;
  return `https://${host}/…${rest.length > 12 ? rest.slice(-4) : ""}`;
}
