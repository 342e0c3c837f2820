import type { CurrencyRow } from "~/contract/region/currency";
import { Converter } from "./converter";
import { CurrencyConfirm } from "./currency-confirm";
import { CurrencyDialog } from "./currency-dialog";
import { RateDialog, type RatedCurrency } from "./rate-dialog";
import { RateHistory } from "./rate-history";

/** What is asked of a currency, or of all. */
export type AskedCurrency =
  | { act: "add" | "convert" }
  | { act: "edit" | "history" | "disable" | "remove"; row: CurrencyRow }
  | { act: "rate"; row: RatedCurrency; rate?: string };

interface CurrencyDialogsProps {
  asked: AskedCurrency;
  /** The rows as they stand by now: what was asked about may have changed since. */
  page: readonly CurrencyRow[];
  onClose: () => void;
}

/** The dialogs of the currencies; fetched with the first of them. */
export function CurrencyDialogs({ asked, page, onClose }: CurrencyDialogsProps) {
  switch (asked.act) {
    case "add":
      return <CurrencyDialog record={undefined} onClose={onClose} />;
    case "convert":
      return <Converter onClose={onClose} />;
    case "edit":
      return <CurrencyDialog record={asked.row} onClose={onClose} />;
    case "history":
      return <RateHistory row={asked.row} onClose={onClose} />;
    case "rate": {
      const row = page.find(({ id }) => id === asked.row.id) ?? asked.row;
      return <RateDialog row={row} rate={asked.rate} onClose={onClose} />;
    }
    default:
      return <CurrencyConfirm act={asked.act} row={asked.row} onClose={onClose} />;
  }
}
