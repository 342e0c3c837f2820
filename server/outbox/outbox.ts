import { and, eq, inArray, lte, sql } from "drizzle-orm";
import { engineNames } from "~/contract/system/engine";
import { isoInstant } from "~/server/database/tables/columns";
import { outbox } from "~/server/database/tables/system/system";
import type { Services } from "../lib/services";
import { type Carrier, isBeyondTries, type Outcome, type Taken } from "./carrier";
import type { Channel } from "./channel";
import { engineCarrier } from "./engine";
import { mailCarrier } from "./mail";
import { messageCarrier } from "./message";
import { slackChannel } from "./slack";
import { webhookCarrier } from "./webhook";
import { wecomChannel } from "./wecom";

/** How long a row belongs to its sender: longer than any try takes. If the sender died, the next one takes it then. */
const lease = 60_000;
const atOnce = 10;
/** How often it looks by itself: for tries that are due again, and where nothing can be heard. */
const lookEvery = 5_000;

export interface Outbox {
  /** Sends what is due. */
  runDue(): Promise<void>;
  /** Begins nothing further, and waits for what is on its way. */
  stop(): Promise<void>;
}

/** Sends messages that wait in the outbox, after the commit that put them there. Several servers share the work: a row is taken by one. */
export const messageSender = (services: Services, channels: readonly Channel[] = [wecomChannel, slackChannel]) =>
  senderOf(
    services,
    channels.map((channel) => messageCarrier(services, channel)),
  );

/** Sends webhooks' events likewise. */
export const webhookSender = (services: Services): Outbox => senderOf(services, [webhookCarrier(services)]);

/** Works off what waits for these carriers. */
export function senderOf(services: Services, carriers: readonly Carrier[]): Outbox {
  const byEvent = new Map(carriers.map((carrier) => [carrier.event, carrier]));
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
    if (isBeyondTries(row.attempts)) return { status: "failed", why: "no try ended" };
    return byEvent.get(row.event)?.carry(row) ?? { status: "failed", why: "nobody carries it" };
  }

  return {
    runDue,
    async stop() {
      isStopping = true;
    },
  };
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

/** Records how a try ended, unless another has taken the row in the meantime. */
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

/** Sends mails likewise. */
export const mailSender = (services: Services): Outbox => senderOf(services, [mailCarrier(services)]);

/** Tells search engines of pages likewise. */
export const engineSender = (services: Services): Outbox =>
  senderOf(
    services,
    engineNames.map((engine) => engineCarrier(services, engine)),
  );

/** Keeps sending. Messages do not wait for a webhook, a mail server or a search engine that takes its time. */
export function startOutbox(services: Services): Outbox {
  const senders = [messageSender(services), webhookSender(services), mailSender(services), engineSender(services)];
  const kept = senders.map((one) => keepSending(services, one, "outbox"));
  return {
    async runDue() {
      await Promise.all(kept.map((one) => one.runDue()));
    },
    async stop() {
      await Promise.all(kept.map((one) => one.stop()));
    },
  };
}

/** At once when any process reports something due under this topic, and every few seconds. */
export function keepSending(services: Services, sender: Outbox, due: string): Outbox {
  let running: Promise<void> | undefined;
  let isDue = false;
  let stopHearing: (() => void) | undefined;
  let isStopped = false;

  const hear = async () => {
    if (stopHearing || isStopped) return;
    const end = () => {
      stopHearing = undefined;
    };
    stopHearing = await services.events.listen({ hear: ({ topic }) => topic === due && look(), end });
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
