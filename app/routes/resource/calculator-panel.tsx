import { Text } from "@mantine/core";
import basic from "~/app/basic.module.css";
import type { FormValues } from "~/app/blocks/form/field/schema-fields";
import { t } from "~/app/i18n/t";
import { formatExact, formatPercent } from "~/contract/format";
import { calculate, calculatorOf } from "~/contract/resource/calculator";
import classes from "./resource.module.css";

/** What the defaults come to, as its readers will find the calculator. */
export function CalculatorPanel({ values }: { values: FormValues }) {
  const given = calculatorOf(values);
  const result = calculate(given);
  if (!result)
    return (
      <Text size="sm" c="dimmed">
        {t("填写总价后在此测算")}
      </Text>
    );
  const money = (amount: string | null) => (amount === null ? "--" : formatExact(amount, given.currency));
  const lines = [
    [t("购房成本"), money(result.costs)],
    [t("贷款金额"), money(result.loan)],
    [t("自备资金"), money(result.own)],
    [t("月供"), money(result.instalment)],
    [t("利息合计"), money(result.interest)],
    [t("毛收益率"), result.gross_yield === null ? "--" : formatPercent(result.gross_yield)],
    [t("月结余"), money(result.monthly_left)],
  ];
  return (
    <section aria-label={t("测算结果")}>
      <dl className={`${classes.answer} ${basic.gap12} ${basic.flat} ${basic.rounded}`}>
        {lines.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
