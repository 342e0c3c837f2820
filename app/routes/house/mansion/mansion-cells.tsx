import { IconBuilding } from "@tabler/icons-react";
import basic from "~/app/basic.module.css";
import { t } from "~/app/i18n/t";
import { formatExact, formatMoney } from "~/contract/format";
import classes from "./mansion-cells.module.css";

export const Cover = ({ url, isLarge = false }: { url: string | null; isLarge?: boolean }) => (
  <span className={classes.cover} data-large={isLarge || undefined}>
    {url ? (
      <img src={url} alt="" loading="lazy" className={basic.fill} style={{ objectFit: "cover" }} />
    ) : (
      <IconBuilding size={isLarge ? 28 : 18} stroke={1.4} aria-hidden />
    )}
  </span>
);

export const Short = ({ text }: { text: string | null }) =>
  text ? (
    <span className={classes.short} title={text}>
      {text}
    </span>
  ) : (
    "–"
  );

/** 128.5万日元/㎡, with the exact amount for the pointer. */
export function UnitPrice({ amount, currency }: { amount: string | null; currency: string | null }) {
  if (!amount) return "–";
  return <span title={formatExact(amount, currency)}>{`${formatMoney(amount, currency)}${t("/㎡")}`}</span>;
}
