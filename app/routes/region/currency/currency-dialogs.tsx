import { RecordDialog } from "~/app/blocks/form/record-dialog";
import { lazyPart } from "~/app/blocks/lazy-part";
import type { CurrencyRow } from "~/contract/region/currency";
import { currencyForm } from "./currency-form";
import type { RatedCurrency } from "./rate-dialog";

const Converter = lazyPart(() => import("./converter"), "Converter");
const RateDialog = lazyPart(() => import("./rate-dialog"), "RateDialog");
const RateHistory = lazyPart(() => import("./rate-history"), "RateHistory");

/** A dialog of one currency, or of all. */
export type CurrencyDialog =
  | { act: "add" | "convert" }
  | { act: "edit" | "history"; row: CurrencyRow }
  | { act: "rate"; row: RatedCurrency; rate?: string };

interface CurrencyDialogsProps {
  dialog: CurrencyDialog;
  /** The rows as they stand by now: the dialog's may have changed since. */
  page: readonly CurrencyRow[];
  onClose: () => void;
}

/** The dialogs of the currencies. */
export function CurrencyDialogs({ dialog, page, onClose }: CurrencyDialogsProps) {
  switch (dialog.act) {
    case "add":
      return <RecordDialog form={currencyForm} record={undefined} onClose={onClose} />;
    case "edit":
      return <RecordDialog form={currencyForm} record={dialog.row} onClose={onClose} />;
    case "convert":
      return <Converter onClose={onClose} />;
    case "history":
      return <RateHistory row={dialog.row} onClose={onClose} />;
    case "rate": {
      const row = page.find(({ id }) => id === dialog.row.id) ?? dialog.row;
      return <RateDialog row={row} rate={dialog.rate} onClose={onClose} />;
    }
  }
}
