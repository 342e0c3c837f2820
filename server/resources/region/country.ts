import { eq, sql } from "drizzle-orm";
import { country as contract } from "~/contract/region/country";
import { country } from "~/server/database/tables/region/geography";
import { cappedCount, offsetOf, pageOf } from "~/server/lib/list";
import { serve } from "~/server/lib/serve";
import {
  countryOf,
  countryOrder,
  countryRows,
  countryWhere,
  readCountries,
  toCountryRow,
} from "./country/country-list";
import { usageOf } from "./country/usage";
import { addCountry, changeCountry, removeCountry, setOpen } from "./country/write";

export const countryHandlers = [
  serve(contract.list, async ({ db, query }) => {
    const offset = offsetOf(query);
    const where = await countryRows(db, query);
    const rows = await readCountries(db)
      .where(where)
      .orderBy(countryOrder(query.sort))
      .limit(query.page_size)
      .offset(offset);
    return pageOf(query, rows.map(toCountryRow), await cappedCount(db, sql`from ${country} where ${where}`));
  }),

  serve(contract.get, (call) => countryOf(call, call.params.id)),
  serve(contract.byCode, (call) => countryWhere(call, eq(country.code, call.params.code.toUpperCase()))),
  serve(contract.usage, async (call) => {
    const { code } = await countryOf(call, call.params.id);
    return usageOf(call, code);
  }),

  serve(contract.create, async (call) => {
    const { id } = await addCountry(call, call.body);
    return { id };
  }),
  serve(contract.update, async (call) => {
    await changeCountry(call, call.params.id, call.body);
    return countryOf(call, call.params.id);
  }),
  serve(contract.remove, (call) => removeCountry(call, call.params.id)),

  serve(contract.open, (call) => setOpen(call, call.params.id, true, "开通")),
  serve(contract.close, (call) => setOpen(call, call.params.id, false, "关闭")),
];
