import { and, eq, isNotNull, isNull, ne } from "drizzle-orm";
import { z } from "zod";
import type { SettingKey } from "~/contract/system/setting";
import { isoInstant } from "~/server/database/tables/columns";
import { setting, user } from "~/server/database/tables/system/system";
import { askPlatform, jsonOf } from "~/server/identity/platform";
import { audit } from "~/server/lib/audit";
import { found, type Origin, type RedirectReply, Refusal, refuse, type SignedCall } from "~/server/lib/call";
import type { Services } from "~/server/lib/services";
import { openSetting, readSettings, sealSetting } from "~/server/lib/settings";
import { bind } from "./bind";
import { errandOf, outcomeAt, stateFor } from "./slack-state";

/** Fixed: the platform has one. */
const platform = "https://slack.com";
/** What the application asks for: to write to those who have linked. Slack says in any case who consented. */
const scope = "chat:write";

const baseOf = ({ platforms }: Services) => platforms?.slack ?? platform;

/** The application's name and secret, where both are configured. */
async function credentialsOf(services: Services) {
  const settings = await readSettings(services.db);
  const secret = openSetting(services, settings, "slack.secret");
  const id = settings["slack.client_id"];
  return id && secret ? { id, secret } : undefined;
}

/** The caller's Slack account, and where to go for one. */
export async function slackState(call: SignedCall & { raw: Request; query: { redirect?: string } }) {
  const { db, user: caller, services, raw, query } = call;
  const [row] = await db.select({ slack_user_id: user.slack_user_id }).from(user).where(eq(user.id, caller.id));
  const { slack_user_id } = found(row);
  const settings = await readSettings(db);
  const team_name = slack_user_id === null ? null : settings["slack.team_name"] || null;
  const authorize_url = await authorizeUrl(services, () => stateFor(services, caller, raw, query.redirect));
  return { linked: slack_user_id !== null, slack_user_id, team_name, authorize_url };
}

async function authorizeUrl(services: Services, begin: () => ReturnType<typeof stateFor>): Promise<string | null> {
  const credentials = await credentialsOf(services);
  if (!credentials) return null;
  const { state, redirectUri } = begin();
  const search = new URLSearchParams({ client_id: credentials.id, scope, redirect_uri: redirectUri, state });
  return `${baseOf(services)}/oauth/v2/authorize?${search}`;
}

interface Return {
  query: { code?: string; state?: string };
  origin: Origin;
  services: Services;
  raw: Request;
}

/** Ends a redirect to Slack. A browser is sent back to the screen, which shows the outcome; any other caller gets the refusal itself. */
export async function slackReturn({ query, origin, services, raw }: Return): Promise<RedirectReply> {
  const errand = query.state ? await errandOf(services, raw, query.state) : undefined;
  try {
    if (!errand || !query.code) return refuse(40104);
    const consent = await exchange(services, query.code, errand.redirectUri);
    await services.db.transaction(async (db) => {
      const call = { db, user: errand.caller, origin, services };
      await bind(call, "slack", consent.authed_user.id);
      await keepTeam(call, consent);
    });
    return { to: outcomeAt(errand.place, "linked") };
  } catch (error) {
    const isPage = raw.headers.get("accept")?.includes("text/html");
    if (!(error instanceof Refusal) || !isPage) throw error;
    return { to: outcomeAt(errand?.place, String(error.code)) };
  }
}

const Consent = z.object({
  ok: z.literal(true),
  authed_user: z.object({ id: z.string().min(1).max(32) }),
  team: z.object({ id: z.string().min(1).max(32), name: z.string().max(200) }),
  access_token: z.string().min(1).max(500),
});
type Consent = z.output<typeof Consent>;

/** What a code is exchanged for; Slack gives it out once, and for ten minutes. */
async function exchange(services: Services, code: string, redirectUri: string): Promise<Consent> {
  const credentials = (await credentialsOf(services)) ?? refuse(40000);
  const response = await askPlatform(services, `${baseOf(services)}/api/oauth.v2.access`, {
    method: "POST",
    body: new URLSearchParams({
      client_id: credentials.id,
      client_secret: credentials.secret,
      code,
      redirect_uri: redirectUri,
    }),
  });
  const answer = await jsonOf(services, response);
  const consent = Consent.safeParse(answer);
  if (consent.success) return consent.data;
  services.log.warn({ error: answer.error }, "Slack refuses");
  return refuse(40104);
}

/** Messages are sent in one workspace: that of the first linked user, as long as anybody is linked there. */
async function keepTeam(call: SignedCall, { team, access_token }: Consent): Promise<void> {
  const { db, user: caller, services } = call;
  const settings = await readSettings(db);
  const known = settings["slack.team_id"];
  if (known && known !== team.id) {
    const others = and(isNotNull(user.slack_user_id), isNull(user.deleted_at), ne(user.id, caller.id));
    if ((await db.$count(user, others)) > 0) {
      services.log.warn({ team: team.id }, "another Slack workspace than the company's");
      return refuse(40104);
    }
  }
  await keep(call, "slack.bot_token", sealSetting(services, "slack.bot_token", access_token));
  if (known === team.id) return;
  await keep(call, "slack.team_id", team.id);
  await keep(call, "slack.team_name", team.name);
  await audit(call, { module: "personal", action: "setting", summary: `连接Slack工作区 ${team.name}` });
}

async function keep({ db, user: caller, services }: SignedCall, key: SettingKey, value: string): Promise<void> {
  const row = { value, updated_by: caller.id, updated_at: isoInstant(services.now()) };
  await db
    .insert(setting)
    .values({ key, ...row })
    .onConflictDoUpdate({ target: setting.key, set: row });
}
