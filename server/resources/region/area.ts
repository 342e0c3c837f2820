import { countryScreens } from "~/contract/region/country";
import { currencyScreens } from "~/contract/region/currency";
import { districtScreens } from "~/contract/region/district";
import type { Served } from "~/server/lib/serve";
import { countryHandlers } from "./country";
import { currencyHandlers } from "./currency";
import { districtHandlers } from "./district";
import { districtImportHandlers } from "./district-import";

export { optionSources } from "./option-sources";

/** Every endpoint of this area, one line per resource. */
export const served: readonly Served[] = [
  ...countryHandlers,
  ...currencyHandlers,
  ...districtHandlers,
  ...districtImportHandlers,
];

/** What the screens of this area ask for at an address. */
export const screens = { ...countryScreens, ...districtScreens, ...currencyScreens };
