import { randomToken } from "~/server/lib/seal";
import type { Services } from "~/server/lib/services";

const lives = 5 * 60_000;
const mostAtOnce = 1_000;

const given = new WeakMap<Services, Map<string, { userid: string; until: number }>>();

/** The userid that WeCom would give a member of the demo staff, bound or not: the demo writer binds to the same. */
export const userIdAtWecom = ({ email, wecom_userid }: { email: string | null; wecom_userid?: string | null }) =>
  wecom_userid ?? email?.slice(0, email.indexOf("@")) ?? "";

/** A code as WeCom gives it: for one use within five minutes. */
export function giveCode(services: Services, userid: string): string {
  const codes = given.get(services) ?? new Map<string, { userid: string; until: number }>();
  given.set(services, codes);
  if (codes.size >= mostAtOnce) codes.clear();
  const code = randomToken();
  codes.set(code, { userid, until: services.now().getTime() + lives });
  return code;
}

/** What `cgi-bin/auth/getuserinfo` answers to a code. */
export function redeemCode(services: Services, code: string): { errcode: number; errmsg: string; userid?: string } {
  const codes = given.get(services);
  const found = codes?.get(code);
  codes?.delete(code);
  return found && found.until > services.now().getTime()
    ? { errcode: 0, errmsg: "ok", userid: found.userid }
    : { errcode: 40029, errmsg: "invalid code" };
}
