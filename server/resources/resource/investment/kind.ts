import { InvestmentFields, InvestmentWhole } from "~/contract/resource/investment";
import { investment } from "~/server/database/tables/resource/resource";
import { kindOf } from "~/server/resources/content/kind";
import { checkTranslation, translationKey } from "~/server/resources/content/translations";
import { centErrors } from "~/server/resources/shared/amounts";
import { investmentOf } from "./view";

export const investments = kindOf({
  kind: "investment",
  title: "投资专栏",
  module: "resource",
  table: investment,
  fields: InvestmentFields,
  whole: InvestmentWhole,
  rich: ["content"],
  pictures: ["cover_id"],
  named: "title",
  present: (call, id) => investmentOf(call, id),
  check: async ({ db }, values, before) => {
    const { calc_currency = null, calc_price = null, calc_rent = null } = values as Partial<InvestmentFields>;
    return [
      ...(await checkTranslation(db, { table: investment, noun: "专栏" }, values, before)),
      ...(await centErrors(db, InvestmentFields, { calc_price, calc_rent }, calc_currency)),
    ];
  },
  derive: async ({ db }, values, before) => ({ translation_key: await translationKey(db, investment, values, before) }),
});
