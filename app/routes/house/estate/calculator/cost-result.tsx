import { Box, Text } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { FigureName } from "~/app/blocks/figure/figure-name";
import { useClientMode } from "~/app/browser/client-mode";
import { t } from "~/app/i18n/t";
import { formatNumber, ratio } from "~/contract/decimal";
import { currencyName, formatExact, formatPercent } from "~/contract/format";
import type { EstateDetail } from "~/contract/house/estate";
import type { CostLine } from "~/contract/house/property-tax";
import type { PurchaseResult } from "~/contract/house/purchase-cost";
import classes from "./calculator.module.css";

export function CostResult({ result, record }: { result: PurchaseResult; record: EstateDetail }) {
  const isClient = useClientMode();
  const inCny = cnyOf(record);
  const yields = [
    { figure: "gross_yield" as const, label: t("本方案表面回报率"), percent: result.grossYield },
    { figure: "net_yield" as const, label: t("本方案实际回报率"), percent: result.netYield },
  ].filter(({ percent }) => formatPercent(percent));
  const amount = (value: string) => (
    <td className={classes.amount}>
      {formatNumber(value)}
      {inCny ? <small className={`${basic.block} ${basic.dim} ${basic.size12}`}>{inCny(value)}</small> : null}
    </td>
  );
  const group = (title: string, lines: readonly CostLine[], totals: readonly { label: string; value: string }[]) => (
    <table className={`${classes.table} ${basic.table}`}>
      <caption>{`${title}（${currencyName(record.currency)}）`}</caption>
      <tbody>
        {lines.map(({ label, basis, amount: value }) => (
          <tr key={label}>
            <th scope="row">
              {t(label)}
              {basis ? <small className={`${basic.block} ${basic.dim} ${basic.size12}`}>{t(basis)}</small> : null}
            </th>
            {amount(value)}
          </tr>
        ))}
        {totals.map(({ label, value }) => (
          <tr key={label} className={classes.total}>
            <th scope="row">{label}</th>
            {amount(value)}
          </tr>
        ))}
      </tbody>
    </table>
  );
  return (
    <section className={basic.shrinks} aria-label={t("计算结果")}>
      {result.isKnown ? null : (
        <Text fz={14} mb={12}>
          {isClient
            ? t("当地的购房税费请向顾问咨询，以下未计入。")
            : t("该国家/地区的购房税费未知，以下未计入；可在房源的购房费用中填写。")}
        </Text>
      )}
      {group(t("一次性费用"), result.once, [
        { label: t("费用合计"), value: result.onceTotal },
        { label: t("总支出（总价＋费用）"), value: result.outlay },
        { label: t("贷款"), value: result.loan },
        { label: t("首付"), value: result.downPayment },
        { label: t("自备资金（首付＋费用）"), value: result.ownCash },
      ])}
      {group(t("每年持有成本"), result.yearly, [{ label: t("每年合计"), value: result.yearlyTotal }])}
      {yields.length ? (
        <Box component="dl" fz={18} className={`${classes.yields} ${basic.facts}`}>
          {yields.map(({ figure, label, percent }) => (
            <div key={figure}>
              <dt>{isClient ? label : <FigureName of={figure}>{label}</FigureName>}</dt>
              <dd style={{ margin: 0 }}>{formatPercent(percent)}</dd>
            </div>
          ))}
        </Box>
      ) : null}
      <p className={`${basic.flat} ${basic.dim} ${basic.size13}`}>
        {t("仅供参考，以实际税费、银行和保险公司的报价为准。")}
        {inCny ? t("人民币金额按当前汇率折算。") : ""}
      </p>
    </section>
  );
}

function cnyOf({ currency, price_max, price_max_cny }: EstateDetail): ((amount: string) => string) | undefined {
  if (currency === "CNY" || price_max_cny === null || price_max === null || Number(price_max) <= 0) return undefined;
  return (amount) => `≈${formatExact(ratio([amount, price_max_cny], [price_max], 0), "CNY")}`;
}
