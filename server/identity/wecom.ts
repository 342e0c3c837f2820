import { fakeProviderAnswers } from "~/server/identity/fake-provider/conditions";
import { redeemCode } from "~/server/identity/fake-provider/wecom-codes";
import { refuse } from "~/server/lib/refusal";
import { readSettings } from "~/server/lib/settings";
import type { Visit } from "./sso";
import { callWecom, type WecomAnswer } from "./wecom-api";

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
