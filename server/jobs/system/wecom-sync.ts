import { lt } from "drizzle-orm";
import { isoInstant } from "~/server/database/tables/columns";
import { wecomSync } from "~/server/database/tables/system/system";
import type { Services } from "~/server/lib/services";
import { SyncDue, syncEvent, syncLater } from "~/server/lib/wecom-due";
import { afterFailure, type Carrier } from "~/server/outbox/carrier";
import { type Outbox, senderOf } from "~/server/outbox/outbox";
import { runByItself, whyOff } from "~/server/resources/system/wecom-sync/run";
import { daily, type Job } from "../scheduler";

const keptDays = 180;

/** Has WeCom's company tree synced once a day: a callback may be lost. */
export const wecomDaily: Job = {
  name: "wecom_sync",
  lastTurn: daily("03:30"),
  async run({ services, at }) {
    const { db } = services;
    await db.delete(wecomSync).where(lt(wecomSync.created_at, isoInstant(at.getTime() - keptDays * 86_400_000)));
    if ((await whyOff(services)) !== null) return "off";
    await db.transaction((tx) => syncLater(tx, services.now(), "daily"));
    return "due";
  },
};

/** Runs the sync where it is due, on one server. */
const syncCarrier = (services: Services): Carrier => ({
  event: syncEvent,
  async carry({ payload, attempts }) {
    const due = SyncDue.safeParse(payload).data;
    if (!due) return { status: "failed", why: "not readable" };
    const run = await runByItself(services, due.kind);
    if (!run) return { status: "skipped", why: "off" };
    return run.status === "failed" ? afterFailure(attempts) : { status: "sent" };
  },
});

export const syncSender = (services: Services): Outbox => senderOf(services, [syncCarrier(services)]);
