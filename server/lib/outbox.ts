import { and, eq, inArray, isNull, lte, sql } from "drizzle-orm";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { isDemo } from "~/server/database/demo";
import { isoInstant } from "~/server/database/tables/columns";
import { outbox, user } from "~/server/database/tables/system";
import { type Channel, Note } from "./outbox/channel";
import { slackChannel } from "./outbox/slack";
import { wecomChannel } from "./outbox/wecom";
import type { Services } from "./services";
import { readSettings } from "./settings";

/** After each try that failed; after the last of them no further one. */
const retryAfter = [10_000, 60_000, 300_000];
/** A row is its sender's for so long: longer than any try takes. Whoever died with it leaves it to the next. */
const lease = 60_000;
const atOnce = 10;
/** How often it looks by itself: for tries that are due again, and where nothing can be heard. */
const lookEvery = 5_000;

/** A row that this process has taken. */
interface Taken {
  id: number;
  event: string;
  payload: unknown;
  /** This try's number. It also tells this taking from a later one. */
  attempts: number;
}

export interface Outbox {
  /** Sends what is due. */
  runDue(): Promise<void>;
  /** Begins nothing further, and waits for what is on its way. */
  stop(): Promise<void>;
}

/** Sends what waits in the outbox, after the commit that put it there. Several servers share the work: a row is taken by one. */
export function outboxSender(services: Services, channels: readonly Channel[] = [wecomChannel, slackChannel]): Outbox {
  const byEvent = new Map(
    channels.map((channel) => [
      channel.event,
      { channel, limiter: new RateLimiterMemory({ points: channel.perMinute, duration: 60 }) },
    ]),
  );
  const events = [...byEvent.keys()];
  let isStopping = false;

  async function runDue(): Promise<void> {
    for (;;) {
      if (isStopping) return;
      const taken = await take(services, events);
      await Promise.all(taken.map(deliver));
      if (taken.length < atOnce) return;
    }
  }

  async function deliver(row: Taken): Promise<void> {
    try {
      await settle(services, row, await outcomeOf(row));
    } catch (error) {
      services.log.warn({ err: error, outbox: row.id }, "an outbox row could not be settled");
    }
  }

  async function outcomeOf(row: Taken): Promise<Outcome> {
    const { channel, limiter } = byEvent.get(row.event) ?? {};
    const note = Note.safeParse(row.payload).data;
    if (!channel || !note) return { status: "failed", why: "not readable" };
    // Each time its sender died with it.
    if (row.attempts > retryAfter.length + 1) return { status: "failed", why: "no try ended" };
    if (await isDemo(services.db)) return { status: "skipped", why: "demo" };
    if (!(await channel.isConfigured(services))) return { status: "skipped", why: "not configured" };
    const address = await addressOf(services, channel, note);
    if (!address) return { status: "skipped", why: "not bound" };
    const wait = await limiter?.consume(note.user_id).then(() => 0, waitOf);
    if (wait) return { status: "later", wait };
    try {
      const isSent = await channel.send(services, address, note, await urlOf(services, note));
      return isSent ? { status: "sent" } : { status: "failed", why: "unreachable" };
    } catch (error) {
      services.log.warn({ err: error, outbox: row.id, event: row.event, attempts: row.attempts }, "could not be sent");
      const wait = retryAfter[row.attempts - 1];
      return wait === undefined ? { status: "failed", why: "tried in vain" } : { status: "again", wait };
    }
  }

  return {
    runDue,
    async stop() {
      isStopping = true;
    },
  };
}

type Outcome =
  | { status: "sent" }
  | { status: "skipped" | "failed"; why: string }
  /** `later` was no try. */
  | { status: "again" | "later"; wait: number };

/** Rejected with how long to wait, or with a fault of its own. */
function waitOf(reason: unknown): number {
  if (reason instanceof RateLimiterRes) return Math.max(1_000, reason.msBeforeNext);
  throw reason;
}

async function take({ db, now }: Services, events: string[]): Promise<Taken[]> {
  const at = now();
  const due = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(eq(outbox.status, "pending"), lte(outbox.next_at, isoInstant(at)), inArray(outbox.event, events)))
    .orderBy(outbox.next_at, outbox.id)
    .limit(atOnce)
    .for("update", { skipLocked: true });
  return (
    db
      .update(outbox)
      .set({ attempts: sql`${outbox.attempts} + 1`, next_at: isoInstant(at.getTime() + lease) })
      // As an array it is looked up once, and not for every row.
      .where(sql`${outbox.id} = any(array(${due}))`)
      .returning({ id: outbox.id, event: outbox.event, payload: outbox.payload, attempts: outbox.attempts })
  );
}

/** Writes down how a try ended, unless the row has been taken by another meanwhile. */
async function settle({ db, now, log }: Services, row: Taken, outcome: Outcome): Promise<void> {
  const at = now();
  const next_at = "wait" in outcome ? { next_at: isoInstant(at.getTime() + outcome.wait) } : {};
  await db
    .update(outbox)
    .set({
      ...next_at,
      ...(outcome.status === "later" ? { attempts: row.attempts - 1 } : {}),
      ...(outcome.status === "sent" ? { sent_at: isoInstant(at) } : {}),
      ...("wait" in outcome ? {} : { status: outcome.status }),
    })
    .where(and(eq(outbox.id, row.id), eq(outbox.status, "pending"), eq(outbox.attempts, row.attempts)));
  log.info({ outbox: row.id, event: row.event, ...outcome }, "outbox");
}

/** Where the reader is reached now, not when it was written: he may have unbound himself, or left. */
async function addressOf({ db }: Services, channel: Channel, { user_id }: Note): Promise<string | null> {
  const [reader] = await db
    .select({ wecom_userid: user.wecom_userid, slack_user_id: user.slack_user_id })
    .from(user)
    .where(and(eq(user.id, user_id), eq(user.status, "enabled"), isNull(user.deleted_at)));
  return reader ? channel.addressOf(reader) : null;
}

/** The page that the message leads to. Its number stands behind, so that a platform tells messages apart. */
async function urlOf({ db }: Services, { message_id, link }: Note): Promise<string | undefined> {
  const { "site.desk_base": base } = await readSettings(db);
  return base ? `${base}${link ?? "/dashboard"}#message-${message_id}` : undefined;
}

/** Keeps sending: at once when something is put into the outbox anywhere, and every few seconds. */
export function startOutbox(services: Services): Outbox {
  const sender = outboxSender(services);
  let running: Promise<void> | undefined;
  let isDue = false;
  let stopHearing: (() => void) | undefined;
  let isStopped = false;

  const hear = async () => {
    if (stopHearing || isStopped) return;
    const end = () => {
      stopHearing = undefined;
    };
    stopHearing = await services.events.listen({ hear: ({ topic }) => topic === "outbox" && look(), end });
  };

  function look(): void {
    isDue = true;
    running ??= send().finally(() => {
      running = undefined;
    });
  }

  async function send(): Promise<void> {
    while (isDue && !isStopped) {
      isDue = false;
      await sender.runDue().catch((error) => services.log.warn({ err: error }, "the outbox could not be looked at"));
    }
  }

  const timer = setInterval(() => {
    void hear();
    look();
  }, lookEvery);
  timer.unref();

  return {
    runDue: sender.runDue,
    async stop() {
      isStopped = true;
      clearInterval(timer);
      stopHearing?.();
      await sender.stop();
      await running;
    },
  };
}
