import { recordDialog } from "~/app/blocks/form/record-dialog";
import { t } from "~/app/i18n/t";
import { renewScene } from "~/app/session/scenes";
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

export const renewCurrencies = () => renewScene("currencies");

/** What is asked before a currency is taken out of use. */
export const disabling = ({ name_zh: name, code }: CurrencyRow) => ({
  text: t("{name}（{code}）停用后不能再选择，已使用它的记录不变。", { name, code }),
  confirmLabel: t("停用"),
  success: t("已停用"),
  onSuccess: renewCurrencies,
});

/** What is asked before one is deleted. */
export const removing = ({ name_zh: name, code }: CurrencyRow) => ({
  text: t("确定删除 {name}（{code}）？已被使用的币种不能删除。", { name, code }),
  confirmLabel: t("删除"),
  success: t("已删除"),
  onSuccess: renewCurrencies,
});
