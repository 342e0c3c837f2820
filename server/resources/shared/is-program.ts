import type { Context } from "hono";
import { isbot } from "isbot";
import type { Environment } from "~/server/http/environment";

/** Programs that fetch what is sent in WeChat and QQ; the browser within these apps is a person's. */
const isFetcher = (ua: string) =>
  /WeChatShareExtension|MicroMessenger Client|QQ-?URL|Tencent ?(Security|URL)|WeChat-?(bot|crawler|spider)/i.test(ua);

/** Whether no person opens an address: a program, a link's preview, or a browser ahead of its user. */
export function isProgram(c: Context<Environment>): boolean {
  const { ua } = c.get("origin");
  const isAhead = /prefetch|prerender/.test(c.req.header("sec-purpose") ?? c.req.header("purpose") ?? "");
  return isAhead || !ua || isbot(ua) || isFetcher(ua);
}
