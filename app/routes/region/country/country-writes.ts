import type { WriteAction } from "~/app/api/writes";
import { country } from "~/contract/region/country";

const { remove, open, close } = country;

/** What the list of countries and its dialogs write. */
export const countryActs = { remove, open, close };
export type CountryAction = WriteAction<typeof countryActs>;
