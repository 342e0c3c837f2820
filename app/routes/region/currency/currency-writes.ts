import type { WriteAction } from "~/app/api/writes";
import { currency } from "~/contract/region/currency";

const { create, update, remove, enable, disable, setRate, refresh } = currency;

/** What the list of currencies and its dialogs write. */
export const currencyActs = { create, update, remove, enable, disable, setRate, refresh };
export type CurrencyAction = WriteAction<typeof currencyActs>;
