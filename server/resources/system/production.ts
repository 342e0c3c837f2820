import { stat } from "node:fs/promises";
import { and, desc, isNotNull, isNull } from "drizzle-orm";
import { type ProductionNeed, production, productionNeeds } from "~/contract/system/production";
import { alert, webhook } from "~/server/database/tables/system/admin";
import { superAdmins } from "~/server/identity/keep-admin";
import { takes } from "~/server/lib/emit";
import { serve } from "~/server/lib/serve";
import type { Services } from "~/server/lib/services";
import { isDemo, readSettings } from "~/server/lib/settings";

export const productionHandlers = [
  serve(production.get, async ({ db, services }) => {
    const { key, title, content, since } = alert;
    const alerts = await db
      .select({ key, title, content, since })
      .from(alert)
      .where(and(isNull(alert.ended_at), isNotNull(alert.told_at)))
      .orderBy(desc(alert.since), desc(alert.id));
    return { alerts, needs: await needsOf(services) };
  }),
];

/** What this installation lacks. */
async function needsOf({ db, installation, trustsProxy }: Services): Promise<ProductionNeed[]> {
  const { dataDir = "", backupDir, hasMetrics } = installation ?? {};
  const { "site.desk_base": address } = await readSettings(db);
  const isServed = address.startsWith("https:");
  const lacks: Record<ProductionNeed, boolean> = {
    own_data: await isDemo(db),
    backup: !backupDir,
    other_disk: !!backupDir && (await deviceOf(backupDir)) === (await deviceOf(dataDir)),
    address: !isServed,
    proxy: isServed && !trustsProxy,
    receiver: (await db.select({ id: webhook.id }).from(webhook).where(takes("system.alert")).limit(1)).length === 0,
    metrics: !hasMetrics,
    second_admin: (await superAdmins(db)).length < 2,
  };
  return (Object.keys(productionNeeds) as ProductionNeed[]).filter((need) => lacks[need]);
}

/** The disk that a folder is on; undefined where it is not there yet. */
const deviceOf = (folder: string) =>
  stat(folder).then(
    ({ dev }) => dev,
    () => undefined,
  );
