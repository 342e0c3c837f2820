import { countryScreens } from "~/contract/region/country";
import { currencyScreens } from "~/contract/region/currency";
import { districtScreens } from "~/contract/region/district";
import type { Served } from "~/server/lib/serve";
import { countryHandlers } from "./country";
import { currencyHandlers } from "./currency";
import { districtHandlers } from "./district";
import { districtImportHandlers } from "./district/import-run";

export { optionSources } from "./option-sources";

export const served: readonly Served[] = [
  ...countryHandlers,
  ...currencyHandlers,
  ...districtHandlers,
  ...districtImportHandlers,
];

export const screens = { ...countryScreens, ...districtScreens, ...currencyScreens };
