import { Group } from "@mantine/core";
import { IconBuilding } from "@tabler/icons-react";
import type { ReactNode } from "react";
import basic from "~/app/basic.module.css";
import { Link } from "~/app/blocks/link";
import { useClientMode } from "~/app/browser/client-mode";
import {
  AuditTag,
  layoutText,
  PriceRange,
  PublishTag,
  SaleTag,
  stationText,
  supplyText,
} from "~/app/features/estate/estate-labels";
import { t } from "~/app/i18n/t";
import { formatArea, formatPercent } from "~/contract/format";
import type { EstateRow } from "~/contract/house/estate";
import { EstateMarks } from "../estate-marks";
import { detailPath } from "../estate-paths";
import classes from "./estate-cards.module.css";

interface EstateCardsProps {
  rows: readonly EstateRow[];
  renderActions: ((row: EstateRow) => ReactNode) | undefined;
}

export function EstateCards({ rows, renderActions }: EstateCardsProps) {
  const isClient = useClientMode();
  return (
    <ul
      className={`${basic.gap16} ${basic.list} ${basic.grid}`}
      style={{ gridTemplateColumns: "repeat(auto-fill, minmax(260px, 1fr))", padding: "4px 16px" }}
    >
      {rows.map((row) => (
        <li key={row.id} className={`${basic.surface} ${basic.column} ${basic.relative}`}>
          <div className={`${classes.picture} ${basic.relative} ${basic.clipped} ${basic.dim}`}>
            {row.cover ? (
              <img src={row.cover} alt="" loading="lazy" className={basic.fill} style={{ objectFit: "cover" }} />
            ) : (
              <IconBuilding size={40} stroke={1.2} aria-hidden />
            )}
            <span className={classes.tags}>
              <SaleTag status={row.sale_status} />
              <EstateMarks of={row} />
            </span>
          </div>
          <div className={`${classes.text} ${basic.column} ${basic.gap4} ${basic.grow}`}>
            <Link to={detailPath(row.id)} className={`${classes.name} ${basic.plainText} ${basic.bold}`}>
              {row.name}
            </Link>
            <div className={basic.bold} style={{ fontSize: 15 }}>
              <PriceRange of={row} />
            </div>
            {row.supply ? <p className={classes.supply}>{supplyText(row.supply)}</p> : null}
            <p>{isClient ? row.district : [row.district, row.estate_no].join(" · ")}</p>
            {row.nearest ? <p>{stationText(row.nearest)}</p> : null}
            <p>{factsOf(row)}</p>
            {isClient ? null : (
              <Group justify="space-between" gap={6} mt="auto" pt={6}>
                <span>
                  <AuditTag status={row.audit_status} isChanging={row.is_changing} />{" "}
                  <PublishTag status={row.publish_status} />
                </span>
                <div className={basic.relative} style={{ zIndex: 1 }}>
                  {renderActions?.(row)}
                </div>
              </Group>
            )}
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
