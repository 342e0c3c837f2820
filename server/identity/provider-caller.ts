import { createHash } from "node:crypto";
import { and, eq, isNull, or } from "drizzle-orm";
import { session, user } from "~/server/database/tables/system/system";
import { audit } from "~/server/lib/audit";
import { type Origin, refuse, rowsOf } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import type { Services } from "~/server/lib/services";
import { countTry } from "./attempts";
import { isBarred } from "./blacklist";
import { loadCaller } from "./caller";
import { noteRefused, openSession } from "./open-session";
import type { Proof } from "./proof";
import { proofOf, type Visit } from "./sso";

const opening = new WeakMap<Services, Map<string, Promise<Caller>>>();

/** The caller who shows the provider's access token; the first call with it opens their session. Undefined where it is not a provider's token for us. */
export async function callerOfProvider(visit: Visit, token: string): Promise<Caller | undefined> {
  const { services, origin } = visit;
  const proof = await proofOf(visit, token);
  if (!proof) return undefined;
  const id = `sso-${createHash("sha256").update(token).digest("base64url")}`;
  const known = await loadCaller(services.db, id, services.now());
  if (known) return known;
  // A page's first calls come at once.
  const running = opening.get(services) ?? new Map<string, Promise<Caller>>();
  opening.set(services, running);
  const begun = running.get(id) ?? open(services, origin, id, proof).finally(() => running.delete(id));
  running.set(id, begun);
  return begun;
}

type Person = typeof user.$inferSelect;

async function open(services: Services, origin: Origin, id: string, proof: Proof): Promise<Caller> {
  // A session that was signed out does not come back by the same token.
  const [former] = await services.db.select({ user_id: session.user_id }).from(session).where(eq(session.id, id));
  if (former) {
    // Another process may have opened it since the caller was looked for.
    const opened = await loadCaller(services.db, id, services.now());
    return opened ?? refuse((await isDisabled(services, former.user_id)) ? 40102 : 40100);
  }
  await countTry(services, origin.ip);
  if (await isBarred(services, origin.ip)) return refuse(40300);
  const person = await personBehind(services, proof);
  if (!person) return fail(services, origin, undefined, "not_bound");
  if (person.status !== "enabled") return fail(services, origin, person, "disabled");
  await openSession(services, origin, person, "sso", {
    id,
    async alongside(tx) {
      if (person.sso_subject) return;
      const bound = await tx
        .update(user)
        .set({ sso_subject: proof.subject })
        .where(and(eq(user.id, person.id), or(isNull(user.sso_subject), eq(user.sso_subject, proof.subject))))
        .returning({ id: user.id });
      if (!bound.length) return refuse(40106);
      const target = { type: "user", id: person.id, name: person.name };
      const summary = "首次单点登录，按已验证的邮箱绑定账号";
      await audit({ db: tx, user: person, origin, services }, { module: "auth", action: "update", summary, target });
    },
  });
  return (await loadCaller(services.db, id, services.now())) ?? refuse(40100);
}

async function isDisabled({ db }: Services, userId: number): Promise<boolean> {
  const [row] = await db.select({ status: user.status }).from(user).where(eq(user.id, userId));
  return row?.status !== "enabled";
}

/** The user bound to the subject; else the one with the address that the provider has verified, unless already bound. */
async function personBehind({ db }: Services, { subject, verifiedEmail }: Proof): Promise<Person | undefined> {
  const [bound] = await rowsOf(db, user, and(eq(user.sso_subject, subject), isNull(user.deleted_at)));
  if (bound) return bound;
  const email = await verifiedEmail();
  if (!email) return undefined;
  // While the provider was asked, another process may have bound them.
  const bindable = or(isNull(user.sso_subject), eq(user.sso_subject, subject));
  const [named] = await rowsOf(db, user, and(eq(user.email, email), bindable, isNull(user.deleted_at)));
  return named;
}

async function fail(
  services: Services,
  origin: Origin,
  person: Person | undefined,
  reason: "disabled" | "not_bound",
): Promise<never> {
  await services.db.transaction((tx) => noteRefused(tx, { services, origin, person, method: "sso", reason }));
  return refuse(reason === "disabled" ? 40102 : 40106);
}
