import { IconBuilding } from "@tabler/icons-react";
import { Link } from "~/app/blocks/link";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { mayCall } from "~/contract/endpoint";
import { formatExact, formatMoney } from "~/contract/format";
import { estate } from "~/contract/house/estate";
import classes from "./mansion-cells.module.css";

/** The small picture of a building, or its place. */
export function Cover({ url, isLarge = false }: { url: string | null; isLarge?: boolean }) {
  return (
    <span className={classes.cover} data-large={isLarge || undefined}>
      {url ? (
        <img src={url} alt="" loading="lazy" />
      ) : (
        <IconBuilding size={isLarge ? 28 : 18} stroke={1.4} aria-hidden />
      )}
    </span>
  );
}

/** A long text, as much as fits; the whole for the pointer. */
export function Short({ text }: { text: string | null }) {
  return text ? (
    <span className={classes.short} title={text}>
      {text}
    </span>
  ) : (
    "–"
  );
}

/** 128.5万日元/㎡, with the exact amount for the pointer. */
export function UnitPrice({ amount, currency }: { amount: string | null; currency: string | null }) {
  if (!amount) return "–";
  return <span title={formatExact(amount, currency)}>{`${formatMoney(amount, currency)}${t("/㎡")}`}</span>;
}

/** How many estates hold a building, as the way to them. */
export function EstateCount({ id, estate_count }: { id: number; estate_count: number }) {
  const profile = useProfile();
  if (estate_count === 0 || !mayCall(profile, estate.list)) return estate_count;
  return <Link to={`/house/estate-list?mansion_id=${id}`}>{estate_count}</Link>;
}
