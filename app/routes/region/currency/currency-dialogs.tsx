import { RecordDialog, recordDialog } from "~/app/blocks/form/record-dialog";
import { lazyPart } from "~/app/blocks/lazy-part";
import { t } from "~/app/i18n/t";
import { type CurrencyRow, currency } from "~/contract/region/currency";
import type { RatedCurrency } from "./rate-dialog";

const currencyForm = recordDialog({
  create: currency.create,
  update: currency.update,
  title: (record?: CurrencyRow) => (record ? t("编辑币种 {code}", { code: record.code }) : t("新增币种")),
  draft: "currency",
  size: "lg",
  scene: "currencies",
  begin: { digits: 2 },
  sections: (record) => {
    if (!record) return forNew;
    return record.is_base ? forBase : forOthers;
  },
});

const forBase = [{ fields: ["name_zh", "symbol", "digits", "sort", "is_common"] }] as const;
const forOthers = [{ fields: ["name_zh", "symbol", "digits", "rate_source", "sort", "is_common"] }] as const;
const forNew = [
  { fields: ["code", "name_zh", "symbol", "digits", "rate_to_cny", "rate_source", "sort", "is_common"] },
] as const;

const Converter = lazyPart(() => import("./converter"), "Converter");
const RateDialog = lazyPart(() => import("./rate-dialog"), "RateDialog");
const RateHistory = lazyPart(() => import("./rate-history"), "RateHistory");

export type CurrencyDialog =
  | { act: "add" | "convert" }
  | { act: "edit" | "history"; row: CurrencyRow }
  | { act: "rate"; row: RatedCurrency; rate?: string };

interface CurrencyDialogsProps {
  dialog: CurrencyDialog;
  page: readonly CurrencyRow[];
  onClose: () => void;
}

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
