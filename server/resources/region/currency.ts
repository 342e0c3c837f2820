import { eq, sql } from "drizzle-orm";
import { currency as contract } from "~/contract/region/currency";
import { currency } from "~/server/database/tables/region/geography";
import { pick, Refusal } from "~/server/lib/call";
import { listOf } from "~/server/lib/list";
import { serve } from "~/server/lib/serve";
import { readSettings } from "~/server/lib/settings";
import { NoQuotation, refreshRates } from "./currency/provider";
import {
  addCurrency,
  changeCurrency,
  currencyOrder,
  currencyRows,
  historyOf,
  removeCurrency,
  setRate,
  setStatus,
  toCurrencyRow,
} from "./currency/write";

export const currencyHandlers = [
  serve(contract.list, async ({ db, query, user }) => {
    const parts = { select: db.select().from(currency).$dynamic(), from: currency, where: currencyRows(query) };
    const order = currencyOrder(query.sort);
    const page = await listOf(db, query, { ...parts, order }, (row) => toCurrencyRow(user, row));
    const { "currency.provider": provider } = await readSettings(db);
    return { ...page, has_provider: provider !== "" };
  }),

  serve(contract.rates, ({ db }) =>
    pick(
      db,
      currency,
      ["code", "name_zh", "symbol", "digits", "rate_to_cny", "rate_at"],
      eq(currency.status, "enabled"),
      { order: [sql`${currency.is_common} desc`, currency.sort, currency.code] },
    ),
  ),

  serve(contract.create, async (call) => ({ id: (await addCurrency(call, call.body)).id })),
  serve(contract.update, (call) => changeCurrency(call, call.params.id, call.body)),
  serve(contract.remove, (call) => removeCurrency(call, call.params.id)),
  serve(contract.enable, (call) => setStatus(call, call.params.id, "enabled", "启用")),
  serve(contract.disable, (call) => setStatus(call, call.params.id, "disabled", "停用")),

  serve(contract.history, (call) => historyOf(call, call.params.id, call.query.days)),
  serve(contract.setRate, (call) => setRate(call, call.params.id, call.body)),

  serve(
    contract.refresh,
    async ({ services, user, origin }) => {
      const { "currency.provider": provider } = await readSettings(services.db);
      if (!provider) throw new Refusal(40000, "未配置汇率来源，请在设置中心配置");
      return refreshRates({ services, provider, by: { user, origin } }).catch((error: unknown) => {
        throw error instanceof NoQuotation ? new Refusal(50300, `汇率来源${error.message}，没有更新任何汇率`) : error;
      });
    },
    { ownTransaction: true },
  ),
];
