import { IconBuilding } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Link } from "~/app/blocks/link";
import {
  AuditTag,
  layoutText,
  PriceRange,
  PublishTag,
  SaleTag,
  stationText,
} from "~/app/features/estate/estate-labels";
import { t } from "~/app/i18n/t";
import { formatArea, formatPercent } from "~/contract/format";
import type { EstateRow } from "~/contract/house/estate";
import classes from "./estate-cards.module.css";
import { EstateMarks } from "./estate-marks";
import { detailPath } from "./estate-paths";

interface EstateCardsProps {
  rows: readonly EstateRow[];
  renderActions: ((row: EstateRow) => ReactNode) | undefined;
}

/** Estates by their pictures. */
export function EstateCards({ rows, renderActions }: EstateCardsProps) {
  return (
    <ul className={classes.cards}>
      {rows.map((row) => (
        <li key={row.id} className={classes.card}>
          <div className={classes.picture}>
            {row.cover ? (
              <img src={row.cover} alt="" loading="lazy" />
            ) : (
              <IconBuilding size={40} stroke={1.2} aria-hidden />
            )}
            <span className={classes.tags}>
              <SaleTag status={row.sale_status} />
              <EstateMarks of={row} />
            </span>
          </div>
          <div className={classes.text}>
            <Link to={detailPath(row.id)} className={classes.name}>
              {row.name}
            </Link>
            <div className={classes.price}>
              <PriceRange of={row} />
            </div>
            <p>{[row.district, row.estate_no].join(" · ")}</p>
            <p>{stationText(row.nearest) ?? t("暂无车站")}</p>
            <p>{factsOf(row)}</p>
            <div className={classes.foot}>
              <span>
                <AuditTag status={row.audit_status} isChanging={row.is_changing} />{" "}
                <PublishTag status={row.publish_status} />
              </span>
              <div className={classes.acts}>{renderActions?.(row)}</div>
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
}

const factsOf = (row: EstateRow): string =>
  [
    layoutText(row.layouts),
    formatArea(row.area_min, row.area_max),
    row.gross_yield === null ? "" : t("回报 {percent}", { percent: formatPercent(row.gross_yield) || "" }),
    row.completion_at === null ? "" : t("{month} 竣工", { month: row.completion_at }),
  ]
    .filter(Boolean)
    .join(" · ");
