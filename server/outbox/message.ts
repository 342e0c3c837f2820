import { and, eq, isNull } from "drizzle-orm";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { user } from "~/server/database/tables/system/system";
import type { Services } from "~/server/lib/services";
import { isDemo, readSettings } from "~/server/lib/settings";
import { afterFailure, type Carrier, type Outcome } from "./carrier";
import { type Channel, Note } from "./channel";

/** Carries messages to their readers on one platform. */
export function messageCarrier(services: Services, channel: Channel): Carrier {
  const limiter = new RateLimiterMemory({ points: channel.perMinute, duration: 60 });

  async function carry({ id, event, payload, attempts }: Parameters<Carrier["carry"]>[0]): Promise<Outcome> {
    const note = Note.safeParse(payload).data;
    if (!note) return { status: "failed", why: "not readable" };
    if (await isDemo(services.db)) return { status: "skipped", why: "demo" };
    if (!(await channel.isConfigured(services))) return { status: "skipped", why: "not configured" };
    const address = await addressOf(services, channel, note);
    if (!address) return { status: "skipped", why: "not bound" };
    const wait = await limiter.consume(note.user_id).then(() => 0, waitOf);
    if (wait) return { status: "later", wait };
    try {
      const isSent = await channel.send(services, address, note, await urlOf(services, note));
      return isSent ? { status: "sent" } : { status: "failed", why: "unreachable" };
    } catch (error) {
      services.log.warn({ err: error, outbox: id, event, attempts }, "could not be sent");
      return afterFailure(attempts);
    }
  }

  return { event: channel.event, carry };
}

/** Rejected with how long to wait, or with a fault of its own. */
function waitOf(reason: unknown): number {
  if (reason instanceof RateLimiterRes) return Math.max(1_000, reason.msBeforeNext);
  throw reason;
}

/** Where the reader is reached now, not when it was written: they may have unbound themselves, or left. */
async function addressOf({ db }: Services, channel: Channel, { user_id }: Note): Promise<string | null> {
  const [reader] = await db
    .select({ wecom_userid: user.wecom_userid, slack_user_id: user.slack_user_id })
    .from(user)
    .where(and(eq(user.id, user_id), eq(user.status, "enabled"), isNull(user.deleted_at)));
  return reader ? channel.addressOf(reader) : null;
}

/** The page that the message leads to. Its number comes last, so that a platform tells messages apart. */
async function urlOf({ db }: Services, { message_id, link }: Note): Promise<string | undefined> {
  const { "site.desk_base": base } = await readSettings(db);
  return base ? `${base}${link ?? "/dashboard"}#message-${message_id}` : undefined;
}
