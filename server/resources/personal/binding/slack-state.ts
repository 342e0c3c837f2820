import { createHash } from "node:crypto";
import { parse } from "hono/utils/cookie";
import { screenAt } from "~/contract/screens";
import { isoInstant } from "~/server/database/tables/columns";
import { downloadLink } from "~/server/database/tables/system/system";
import { loadCaller } from "~/server/identity/caller";
import { tokenReader } from "~/server/identity/token";
import type { Caller } from "~/server/lib/caller";
import { randomToken } from "~/server/lib/seal";
import type { Services } from "~/server/lib/services";
import { readName, signName } from "~/server/lib/signed-name";

const purpose = "slack";
const lifetime = 10 * 60_000;
const personalCenter = "/personal-center";
const callbackPath = "/api/auth/slack/callback";

/** What a return from Slack belongs to. */
interface Errand {
  caller: Caller;
  /** As it was told to Slack when the visitor was sent there; the exchange must say the same. */
  redirectUri: string;
  /** The screen that the visitor comes back to. */
  place: string;
}

/** Where the visitor comes back to, by the address that they gave: of this site's screens only, else the personal center. */
function placeOf(address: URL): string {
  const screen = screenAt(address.pathname);
  return screen?.file && !screen.public ? address.pathname : personalCenter;
}

const encoded = (text: string) => Buffer.from(text).toString("base64url");
const decoded = (text = "") => Buffer.from(text, "base64url").toString();

/** The state of one errand to Slack, and the address at which Slack is to return: bound to the caller's session, for ten minutes. */
export function stateFor(services: Services, caller: Caller, raw: Request, redirect = "") {
  const here = new URL(raw.url);
  // Behind a proxy the browser knows better than we under which name it has come; Slack accepts the registered address alone.
  const address = URL.canParse(redirect, here) ? new URL(redirect, here) : here;
  const redirectUri = `${/^https?:$/.test(address.protocol) ? address.origin : here.origin}${callbackPath}`;
  const parts = [caller.id, encoded(caller.sessionId), encoded(redirectUri), encoded(placeOf(address)), randomToken()];
  return { redirectUri, state: signName(services, purpose, parts, services.now().getTime() + lifetime) };
}

/** The errand of a state that is ours, is brought by the browser that was sent, and comes for the first time. */
export async function errandOf(services: Services, raw: Request, state: string): Promise<Errand | undefined> {
  const [userId, session, redirectUri, place] = readName(services, purpose, state) ?? [];
  if (userId === undefined) return undefined;
  const sessionId = decoded(session);
  // Else somebody could have a stranger's Slack account joined to their own, by a link.
  const { access_token: token = "" } = parse(raw.headers.get("cookie") ?? "", "access_token");
  const claims = await tokenReader(services.secret)(token, services.now());
  if (claims?.sessionId !== sessionId) return undefined;
  const caller = await loadCaller(services.db, sessionId, services.now());
  if (!caller || String(caller.id) !== userId || !(await isFirst(services, caller, state))) return undefined;
  return { caller, redirectUri: decoded(redirectUri), place: decoded(place) };
}

/** The table of one-time addresses remembers it, as one that is used already. */
async function isFirst({ db, now }: Services, caller: Caller, state: string): Promise<boolean> {
  const at = isoInstant(now());
  const taken = await db
    .insert(downloadLink)
    .values({
      token_hash: createHash("sha256").update(state).digest("hex"),
      user_id: caller.id,
      session_id: caller.sessionId,
      request: callbackPath,
      expires_at: isoInstant(now().getTime() + lifetime),
      used_at: at,
    })
    .onConflictDoNothing()
    .returning({ user_id: downloadLink.user_id });
  return taken.length > 0;
}

/** The address of a screen that says how it went. */
export const outcomeAt = (place: string | undefined, outcome: string) => `${place ?? personalCenter}?slack=${outcome}`;
