import { eq } from "drizzle-orm";
import { country as contract } from "~/contract/region/country";
import { country } from "~/server/database/tables/region/geography";
import { listOf } from "~/server/lib/list";
import { serve, serveAct } from "~/server/lib/serve";
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
    const [select, where] = [readCountries(db).$dynamic(), await countryRows(db, query)];
    return listOf(db, query, { select, from: country, where, order: countryOrder(query.sort) }, toCountryRow);
  }),
  serve(contract.get, (call) => countryOf(call, call.params.id)),
  serve(contract.byCode, (call) => countryWhere(call, eq(country.code, call.params.code.toUpperCase()))),
  serve(contract.usage, async (call) => {
    const { code } = await countryOf(call, call.params.id);
    return usageOf(call, code);
  }),
  serve(contract.create, async (call) => ({ id: (await addCountry(call, call.body)).id })),
  serveAct(contract.update, countryOf, changeCountry),
  serve(contract.remove, (call) => removeCountry(call, call.params.id)),
  serve(contract.open, (call) => setOpen(call, call.params.id, true, "开通")),
  serve(contract.close, (call) => setOpen(call, call.params.id, false, "关闭")),
];
