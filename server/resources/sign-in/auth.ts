import { and, eq, isNull } from "drizzle-orm";
import type { z } from "zod";
import { auth, type Credentials, type WecomCode } from "~/contract/sign-in/auth";
import { isoInstant } from "~/server/database/tables/columns";
import { session, user } from "~/server/database/tables/system/system";
import {
  type Attempt,
  attemptKey,
  clearAttempts,
  countAttempt,
  countTry,
  failAttempt,
  refuseLocked,
} from "~/server/identity/attempts";
import { isBarred } from "~/server/identity/blacklist";
import { fakeProviderAnswers } from "~/server/identity/fake-provider/conditions";
import { fakeProviderCompany, wecomAuthorizePath } from "~/server/identity/fake-provider/wecom-request";
import { signInWhileFull } from "~/server/identity/full-disk";
import { noteRefused, openSession } from "~/server/identity/open-session";
import { checkNobody, checkPassword } from "~/server/identity/password-rule";
import type { Visit } from "~/server/identity/sso";
import { isWecomConfigured, wecomUserOf } from "~/server/identity/wecom-api";
import { signWecomPage } from "~/server/identity/wecom-page";
import { audit } from "~/server/lib/audit";
import { type Origin, refuse, refuseFields, rowsOf, setRow } from "~/server/lib/call";
import { type Knock, serve } from "~/server/lib/serve";
import type { Services } from "~/server/lib/services";
import { readSettings } from "~/server/lib/settings";

type UserRow = typeof user.$inferSelect;
type FailReason = "not_found" | "bad_password" | "disabled" | "locked";

interface Try {
  body: z.output<typeof Credentials>;
  origin: Origin;
  services: Services;
}

/** Sign-in by e-mail and password. An address that nobody has is answered as one that somebody has, its lock too. */
async function signInByPassword({ body, origin, services }: Try) {
  if (await isBarred(services, origin.ip)) return refuse(40300);
  const [row] = await rowsOf(services.db, user, and(eq(user.email, body.email), isNull(user.deleted_at)));
  if (services.isDiskFull?.()) return signInWhileFull({ services, origin, ...body, row });
  // Strangers who shut an account out do not shut out the browsers that have signed in to it before.
  const key = attemptKey(services, body.email, await origin.device.nameFor(row?.id ?? 0));
  const attempt = await countAttempt(services, key);
  if (attempt.lockedUntil) return fail(services, origin, attempt, row, "locked");
  const isRight = row ? await checkPassword(row.password_hash, body.password) : await checkNobody(body.password);
  if (!row) return fail(services, origin, attempt, row, "not_found");
  if (!isRight) return fail(services, origin, attempt, row, "bad_password");
  if (row.status !== "enabled") return fail(services, origin, attempt, row, "disabled");
  const { token, seconds } = await openSession(services, origin, row, "password", {
    async alongside(tx) {
      // A change of the password since it was read has also ended the sessions that it opened.
      const isStill = and(eq(user.id, row.id), eq(user.password_hash, row.password_hash));
      const [same] = await tx.select({ id: user.id }).from(user).where(isStill).for("update");
      if (!same) return refuse(40101);
      await clearAttempts(tx, key);
    },
  });
  return {
    access_token: token,
    token_type: "Bearer" as const,
    expires_in: seconds,
    must_change_password: row.must_change_password,
  };
}

/** Records a failed sign-in, locks at the limit, and refuses. A disabled account is only told so with the right password. */
async function fail(
  services: Services,
  origin: Origin,
  attempt: Attempt,
  row: UserRow | undefined,
  reason: FailReason,
): Promise<never> {
  const lockedUntil = await services.db.transaction(async (tx) => {
    await noteRefused(tx, { services, origin, person: row, method: "password", reason });
    if (reason !== "disabled") return failAttempt(tx, attempt);
    await clearAttempts(tx, attempt.key);
    return null;
  });
  if (lockedUntil) return refuseLocked(services, lockedUntil);
  return refuse(reason === "disabled" ? 40102 : 40101);
}

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
  const [row] = await rowsOf(services.db, user, and(eq(user.wecom_userid, userid), isNull(user.deleted_at)));
  if (row?.status !== "enabled") {
    const reason = row ? "disabled" : "not_bound";
    await services.db.transaction((tx) => noteRefused(tx, { services, origin, person: row, method: "wecom", reason }));
    return refuse(row ? 40102 : 40103);
  }
  const { token, seconds } = await openSession(services, origin, row, "wecom");
  return { access_token: token, expires_in: seconds, name: row.name, userid };
}

async function signPage({ services, raw, query }: Visit & { query: { url: string } }) {
  const { "site.desk_base": desk } = await readSettings(services.db);
  const page = new URL(query.url);
  // Behind a proxy our own address is known by its host alone.
  const isOurs = desk ? page.origin === new URL(desk).origin : page.host === new URL(raw.url).host;
  if (!isOurs) return refuseFields([{ field: "url", label: "页面地址", message: "只能为本系统的页面签名" }]);
  page.hash = "";
  return signWecomPage(services, page.href);
}

const admit = ({ services, origin }: Knock) => countTry(services, origin.ip);

export const authHandlers = [
  serve(auth.login, signInByPassword, { ownTransaction: true, admit }),

  serve(auth.link, linkFor),

  serve(auth.wecom, signInByWecom, { ownTransaction: true, admit }),

  serve(auth.jsConfig, signPage),

  serve(auth.logout, async (call) => {
    await setRow(call.db, session, call.user.sessionId, { ended_at: isoInstant(call.services.now()) });
    await audit(call, { module: "auth", action: "logout", summary: "退出登录" });
    return null;
  }),
];
