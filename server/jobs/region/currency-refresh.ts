import { shortDecimal } from "~/contract/decimal";
import type { RefreshReport } from "~/contract/region/currency";
import { user } from "~/server/database/tables/system/system";
import { worksWith } from "~/server/identity/scope";
import { pick } from "~/server/lib/call";
import { dayOf } from "~/server/lib/list";
import { notify } from "~/server/lib/notify";
import type { Services } from "~/server/lib/services";
import { readSettings } from "~/server/lib/settings";
import { NoQuotation, refreshRates } from "~/server/resources/region/currency/provider";
import { daily, type Job } from "../scheduler";

const place = "/regionalManage/currencyList";

/** Sets the rates of the currencies that follow a source; those who keep the rates are notified once a day of what they must check. */
export const currencyRefresh: Job = {
  name: "currency_refresh",
  lastTurn: daily("08:30"),
  async run({ services, at }) {
    const { "currency.provider": provider } = await readSettings(services.db);
    if (!provider) return "no source";
    const day = dayOf(at);
    const report = await refreshRates({ services, provider, by: { user: "system" } }).catch(async (error: unknown) => {
      if (error instanceof NoQuotation)
        await notifyReaders(services, `currency_failed:${day}`, {
          title: "汇率自动更新失败",
          content: `汇率来源${error.message}，没有更新任何汇率，系统将继续重试。`,
        });
      throw error;
    });
    const { updated, skipped, missing } = report;
    if (skipped.length) await notifyReaders(services, `currency_jump:${day}`, jumpMessage(report));
    return `${updated.length} set, ${skipped.length} to be confirmed, ${missing.length} not quoted`;
  },
};

const jumpMessage = ({ skipped }: RefreshReport) => ({
  title: `${skipped.length}个币种的汇率变动过大，待确认`,
  content: `${skipped
    .map(({ code, before, after, percent }) => `${code} ${shortDecimal(before)}→${shortDecimal(after)}（${percent}%）`)
    .join("；")}。未自动更新，请核实后手工修改。`,
});

async function notifyReaders(services: Services, key: string, words: { title: string; content: string }) {
  const { db, now } = services;
  const keepers = await pick(db, user, ["id"], worksWith("geo:currency:manage", "geo:currency:rate"));
  await notify(
    db,
    now(),
    null,
    keepers.map(({ id }) => ({
      user_id: id,
      category: "system" as const,
      level: "warning" as const,
      ...words,
      link: place,
      dedupe_key: `${key}:${id}`,
    })),
  );
}
