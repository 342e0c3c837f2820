import { eq, inArray, isNull } from "drizzle-orm";
import type { Transaction } from "~/server/database/database";
import { isoInstant, sayMinute } from "~/server/database/tables/columns";
import { alert } from "~/server/database/tables/system/admin";
import { superAdmins } from "~/server/identity/keep-admin";
import { every, type Job } from "~/server/jobs/scheduler";
import { emit } from "~/server/lib/emit";
import { mailLater } from "~/server/lib/mails";
import { notify } from "~/server/lib/notify";
import { isDemo } from "~/server/lib/settings";
import { checks, type Examined, type Problem } from "./problems";

const link = "/system/setCenter?tab=production";

/** Looks for what is wrong, and tells it once, and once again when it is over (domain F.5). */
export function alertCheck(watched: Pick<Examined, "installation" | "jobs">): Job {
  return {
    name: "alert_check",
    lastTurn: every(5),
    async run({ services, at }) {
      // Nobody runs a company on it.
      if (await isDemo(services.db)) return "demo";
      const examined = { ...watched, services, at };
      const entries = Object.entries(checks).map(async ([kind, check]) => [kind, await check(examined)] as const);
      const found = new Map(await Promise.all(entries));
      return services.db.transaction((tx) => compare(tx, at, found));
    },
  };
}

async function compare(tx: Transaction, at: Date, found: ReadonlyMap<string, Problem[] | undefined>): Promise<string> {
  const problems = [...found.values()].flatMap((some) => some ?? []);
  const open = await tx.select().from(alert).where(isNull(alert.ended_at)).for("update");
  const isOver = ({ key }: Pick<Problem, "key">) =>
    found.get(key.split(":")[0] ?? "") !== undefined && !problems.some((one) => one.key === key);
  const over = open.filter(isOver);
  const shortLived = over.filter(({ told_at }) => !told_at).map(({ id }) => id);
  if (shortLived.length) await tx.delete(alert).where(inArray(alert.id, shortLived));
  for (const { id, title, since } of over.filter(({ told_at }) => told_at)) {
    await tx
      .update(alert)
      .set({ ended_at: isoInstant(at) })
      .where(eq(alert.id, id));
    await tell(tx, at, {
      title: `已恢复：${title}`,
      content: `自 ${sayMinute(since)} 起的问题已经消除。`,
    });
  }
  for (const { key, title, content, patience } of problems) {
    const known = open.find((one) => one.key === key);
    const since = known?.since ?? isoInstant(at);
    const isDue = at.getTime() - Date.parse(since) >= patience * 60_000;
    const isNews = isDue && !known?.told_at;
    const values = { key, title, content, since, ...(isNews ? { told_at: isoInstant(at) } : {}) };
    if (known) await tx.update(alert).set(values).where(eq(alert.id, known.id));
    else await tx.insert(alert).values(values);
    if (isNews) await tell(tx, at, { title, content });
  }
  return `${problems.length} problems, ${over.length} over`;
}

/** To everybody who can mend it, as a message and by mail, and to the webhooks that want it. */
async function tell(tx: Transaction, at: Date, { title, content }: Pick<Problem, "title" | "content">): Promise<void> {
  const told = { category: "system", level: "warning", title: `系统告警：${title}`, content, link } as const;
  const people = await superAdmins(tx);
  await notify(
    tx,
    at,
    null,
    people.map((user_id) => ({ user_id, ...told })),
  );
  await mailLater(
    tx,
    at,
    people.map((user_id) => ({ kind: "text", user_id, title: told.title, content, link })),
  );
  await emit(tx, at, "system.alert", { title, content, link });
}
