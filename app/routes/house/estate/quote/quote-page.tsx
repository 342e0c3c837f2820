import { Flex } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { t } from "~/app/i18n/t";
import { ratio, shortDecimal } from "~/contract/decimal";
import { currencyName, formatExact, formatPercent } from "~/contract/format";
import type { UnitQuote } from "~/contract/house/quote";
import { directions, layouts } from "~/contract/shared/property";
import classes from "./quote-sheet.module.css";

/** What the client reads: on A4, or on a phone. */
export function QuotePage({ quote, until }: { quote: UnitQuote; until: string }) {
  const { estate, unit, currency, price, other, consultant, customer, day, cost } = quote;
  const inOther = (amount: string) =>
    other ? `≈${formatExact(ratio([amount, other.rate], ["1"], 0), other.currency)}` : undefined;
  const facts: [string, string | undefined][] = [
    [t("房号"), `${unit.building} ${unit.unit_no}`],
    [t("楼层"), unit.floor < 0 ? `B${-unit.floor}` : t("{n}层", { n: unit.floor })],
    [t("户型"), [unit.room, t(layouts[unit.layout])].join(" · ")],
    [t("面积"), unit.area_sqm === null ? undefined : `${unit.area_sqm}㎡`],
    [t("朝向"), unit.direction === null ? undefined : t(directions[unit.direction])],
    [t("地址"), estate.place],
  ];
  return (
    <article className={`${classes.paper} ${basic.size14} ${basic.bordered} ${basic.rounded}`} aria-label={t("报价单")}>
      <header className={`${classes.head} ${basic.flex} ${basic.between} ${basic.gap16}`}>
        <div>
          <h2>{t("报价单")}</h2>
          {customer ? <p className={basic.size16}>{t("致：{name}", { name: customer.name })}</p> : null}
        </div>
        <dl className={classes.dates}>
          <dt>{t("报价日期")}</dt>
          <dd>{day}</dd>
          <dt>{t("有效期至")}</dt>
          <dd>{until}</dd>
        </dl>
      </header>
      <section className={classes.flat}>
        <div>
          <h3>{estate.name}</h3>
          {estate.name_local ? <p className={classes.local}>{estate.name_local}</p> : null}
          <dl className={classes.facts}>
            {facts.map(([label, value]) =>
              value ? (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              ) : null,
            )}
          </dl>
        </div>
        {unit.plan ? (
          <img className={classes.plan} src={unit.plan} alt={t("户型图 {name}", { name: unit.room })} />
        ) : null}
      </section>
      <Flex component="p" wrap="wrap" gap="4px 16px" align="baseline" className={classes.price}>
        <span>{t("挂牌价")}</span>
        <b>{price === null ? t("价格待定") : formatExact(price, currency)}</b>
        {price === null ? null : <small>{inOther(price)}</small>}
      </Flex>
      {cost ? <Costs cost={cost} currency={currency} inOther={inOther} /> : null}
      <footer className={classes.foot}>
        <Flex component="p" wrap="wrap" gap="4px 16px" fz={15} fw={600} className={classes.consultant}>
          {t("顾问：{name}", { name: consultant.name })}
          {consultant.phone ? (
            <a className={basic.unlined} href={`tel:${consultant.phone}`}>
              {consultant.phone}
            </a>
          ) : null}
        </Flex>
        <p>
          {t("本报价仅供参考，以签约时的合同及实际税费、银行和保险公司的报价为准。")}
          {other
            ? t("约合金额按{day}汇率折算：1{currency}={rate}{name}。", {
                day: other.at.slice(0, 10),
                currency: currencyName(currency),
                rate: shortDecimal(other.rate),
                name: currencyName(other.currency),
              })
            : ""}
        </p>
      </footer>
    </article>
  );
}

interface CostsProps {
  cost: NonNullable<UnitQuote["cost"]>;
  currency: string;
  inOther: (amount: string) => string | undefined;
}

function Costs({ cost, currency, inOther }: CostsProps) {
  type Line = { label: string; amount: string; basis?: string; isTotal?: boolean };
  const table = (title: string, lines: readonly Line[]) => (
    <table className={classes.costs}>
      <caption>{title}</caption>
      <tbody>
        {lines.map(({ label, amount, basis, isTotal }) => (
          <tr key={label} data-total={isTotal || undefined}>
            <th scope="row">
              {t(label)}
              {basis ? <small>{t(basis)}</small> : null}
            </th>
            <td>
              {Number(amount) === 0 ? "–" : formatExact(amount, currency)}
              <small>{Number(amount) === 0 ? "" : inOther(amount)}</small>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
  const loan: Line[] =
    Number(cost.loan) > 0
      ? [
          { label: t("贷款（{percent}）", { percent: formatPercent(cost.loanPercent) }), amount: cost.loan },
          { label: t("首付"), amount: cost.downPayment },
          { label: t("自备资金（首付＋费用）"), amount: cost.ownCash, isTotal: true },
        ]
      : [];
  return (
    <>
      {cost.isKnown ? null : <p style={{ paddingTop: 12 }}>{t("当地的购房税费请向顾问咨询，以下未计入。")}</p>}
      {table(t("一次性费用"), [
        ...cost.once,
        { label: t("费用合计"), amount: cost.onceTotal, isTotal: true },
        { label: t("总支出（挂牌价＋费用）"), amount: cost.outlay, isTotal: true },
        ...loan,
      ])}
      {cost.yearly.length
        ? table(t("每年持有成本"), [...cost.yearly, { label: t("每年合计"), amount: cost.yearlyTotal, isTotal: true }])
        : null}
    </>
  );
}
