import { and, eq, isNull } from "drizzle-orm";
import type { z } from "zod";
import { auth, type WecomCode } from "~/contract/sign-in/auth";
import { isoInstant } from "~/server/database/tables/columns";
import { session, user } from "~/server/database/tables/system/system";
import { isBarred } from "~/server/identity/barred";
import { fakeProviderAnswers } from "~/server/identity/fake-provider/conditions";
import { fakeProviderCompany, wecomAuthorizePath } from "~/server/identity/fake-provider/wecom-request";
import { noteRefused, openSession } from "~/server/identity/open-session";
import type { Visit } from "~/server/identity/sso";
import { countTry } from "~/server/identity/tries";
import { wecomUserOf } from "~/server/identity/wecom";
import { isWecomConfigured } from "~/server/identity/wecom-api";
import { audit } from "~/server/lib/audit";
import { refuse } from "~/server/lib/refusal";
import { setRow } from "~/server/lib/row";
import { type Knock, serve } from "~/server/lib/serve";
import { readSettings } from "~/server/lib/settings";
import { signInByPassword } from "./auth/password";

/** Inside WeCom one is known at once. */
const insideUrl = "https://open.weixin.qq.com/connect/oauth2/authorize";
/** Elsewhere its page shows a code to scan. */
const elsewhereUrl = (agentId: string) =>
  `https://login.work.weixin.qq.com/wwlogin/sso/login?${new URLSearchParams({ login_type: "CorpApp", agentid: agentId })}`;

async function linkFor({ services, raw, origin }: Visit) {
  const settings = await readSettings(services.db);
  const bind_attempt = settings["wecom.bind_attempt"];
  if (await isWecomConfigured(services)) {
    const { "wecom.corp_id": appid, "wecom.agent_id": agentid } = settings;
    const isInside = /wxwork/i.test(origin.ua);
    return { appid, agentid, bind_attempt, oauth2_login_url: isInside ? insideUrl : elsewhereUrl(agentid) };
  }
  if (!(await fakeProviderAnswers(services, raw, "wecom"))) return refuse(40000);
  return {
    appid: fakeProviderCompany.corpId,
    agentid: fakeProviderCompany.agentId,
    bind_attempt,
    oauth2_login_url: new URL(wecomAuthorizePath, raw.url).href,
  };
}

async function signInByWecom(call: Visit & { body: z.output<typeof WecomCode> }) {
  const { services, origin, body } = call;
  if (await isBarred(services, origin.ip)) return refuse(40300);
  const userid = await wecomUserOf(call, body.code);
  const [row] = await services.db
    .select()
    .from(user)
    .where(and(eq(user.wecom_userid, userid), isNull(user.deleted_at)));
  if (row?.status !== "enabled") {
    const reason = row ? "disabled" : "not_bound";
    await services.db.transaction((tx) => noteRefused(tx, { services, origin, person: row, method: "wecom", reason }));
    return refuse(row ? 40102 : 40103);
  }
  const { token, seconds } = await openSession(services, origin, row, "wecom");
  return { access_token: token, expires_in: seconds, name: row.name, userid };
}

const admit = ({ services, origin }: Knock) => countTry(services, origin.ip);

export const authHandlers = [
  serve(auth.login, signInByPassword, { ownTransaction: true, admit }),

  serve(auth.link, linkFor),

  serve(auth.wecom, signInByWecom, { ownTransaction: true, admit }),

  serve(auth.logout, async (call) => {
    await setRow(call.db, session, call.user.sessionId, { ended_at: isoInstant(call.services.now()) });
    await audit(call, { module: "auth", action: "logout", summary: "退出登录" });
    return null;
  }),
];
