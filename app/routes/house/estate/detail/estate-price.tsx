import { Text } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { cnyText, priceText } from "~/app/features/estate/estate-labels";
import { t } from "~/app/i18n/t";
import { shortDecimal } from "~/contract/decimal";
import { currencyName, formatBudget } from "~/contract/format";
import type { EstateDetail } from "~/contract/house/estate";
import classes from "./estate-hero.module.css";

/** The price in its own currency, in CNY and the rate, and how much of it is left. */
export function EstatePrice({ record }: { record: EstateDetail }) {
  const { currency, price_min, price_max, rate, supply } = record;
  const cny = cnyText(record);
  return (
    <div className={classes.price}>
      <p
        className={`${classes.amount} ${basic.flow} ${basic.baseline} ${basic.flat}`}
        title={formatBudget(price_min, price_max, currency, "exact") || undefined}
      >
        <b>{priceText(record) || t("价格待定")}</b>
        {cny ? (
          <Text component="span" fz={18} fw={600}>
            {cny}
          </Text>
        ) : null}
      </p>
      {cny && rate ? (
        <small className={`${basic.dim} ${basic.size13}`}>
          {t("按{day}汇率：1{currency}≈{rate}元", {
            day: rate.at.slice(0, 10),
            currency: currencyName(currency),
            rate: shortDecimal(rate.to_cny),
          })}
        </small>
      ) : null}
      {supply ? (
        <p className={`${classes.supply} ${basic.flow} ${basic.baseline} ${basic.flat}`}>
          <span>
            {t("可售")} <b>{supply.available}</b> / {t("{count} 套", { count: supply.total })}
          </span>
          {supply.total > 0 ? <meter min={0} max={supply.total} value={supply.available} aria-hidden /> : null}
        </p>
      ) : null}
    </div>
  );
}
