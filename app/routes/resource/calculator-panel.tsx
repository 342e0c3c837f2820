import { Box, Text } from "@mantine/core";
import basic from "~/app/basic.module.css";
import type { FormValues } from "~/app/blocks/form/field/schema-fields";
import { t } from "~/app/i18n/t";
import { formatExact, formatPercent } from "~/contract/format";
import { calculate, calculatorOf } from "~/contract/resource/calculator";

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
      <Box
        component="dl"
        className={`${basic.gap12} ${basic.rounded} ${basic.grid}`}
        m={0}
        p={12}
        bg="var(--app-canvas)"
        style={{ gridTemplateColumns: "repeat(auto-fill, minmax(150px, 1fr))" }}
      >
        {lines.map(([label, value]) => (
          <div key={label}>
            <dt className={`${basic.dim} ${basic.size12}`}>{label}</dt>
            <dd className={basic.flat} style={{ fontSize: 15 }}>
              {value}
            </dd>
          </div>
        ))}
      </Box>
    </section>
  );
}
