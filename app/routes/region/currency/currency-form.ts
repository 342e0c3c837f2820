import { recordDialog } from "~/app/blocks/form/record-dialog";
import { t } from "~/app/i18n/t";
import { type CurrencyRow, currency } from "~/contract/region/currency";

/** The form of a currency. Its rate has an act of its own, once it is there. */
export const currencyForm = recordDialog({
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
