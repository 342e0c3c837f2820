import { Anchor, Group, Text } from "@mantine/core";
import { IconDownload, IconView360 } from "@tabler/icons-react";
import type { ReactNode } from "react";
import basic from "~/app/basic.module.css";
import { useClientMode } from "~/app/browser/client-mode";
import { AuditTag, cnyText, PublishTag, priceText, SaleTag } from "~/app/features/estate/estate-labels";
import { t } from "~/app/i18n/t";
import { shortDecimal } from "~/contract/decimal";
import { currencyName, formatBudget } from "~/contract/format";
import type { Album } from "~/contract/house/album";
import type { EstateDetail } from "~/contract/house/estate";
import { EstateMarks } from "../estate-marks";
import classes from "./estate-hero.module.css";
import { HeroGallery } from "./hero-gallery";
import { KeyNumbers } from "./key-numbers";

const large = { fz: { base: 24, sm: 28 }, fw: 600, lh: { base: "32px", sm: "36px" } };

export function EstateHero({ record, pictures, acts }: { record: EstateDetail; pictures: Album; acts: ReactNode }) {
  const isClient = useClientMode();
  return (
    <div style={{ maxWidth: 1264, containerType: "inline-size" }}>
      <div className={classes.sides}>
        <HeroGallery record={record} items={pictures.items} />
        <div className={`${classes.first} ${basic.column} ${basic.shrinks}`}>
          <header>
            <Text component="h2" {...large} className={basic.anywhere}>
              {record.name}
            </Text>
            {record.name_local ? (
              <Text c="dimmed" fz={14} mt={2}>
                {record.name_local}
              </Text>
            ) : null}
            <Group gap="4px 8px" mt={8} c="dimmed" fz={14}>
              <SaleTag status={record.sale_status} />
              <EstateMarks of={record} />
              {isClient ? null : (
                <>
                  <AuditTag status={record.audit_status} isChanging={record.is_changing} />
                  <PublishTag status={record.publish_status} />
                </>
              )}
              <span>{record.place.map(({ name }) => name).join(" ")}</span>
            </Group>
          </header>
          <EstatePrice record={record} />
        </div>
        <KeyNumbers record={record} />
        <div className={`${classes.last} ${basic.column} ${basic.shrinks}`}>
          <Outside record={record} />
          {acts}
        </div>
      </div>
    </div>
  );
}

function Outside({ record: { vr_url, brochure } }: { record: EstateDetail }) {
  const outside = {
    target: "_blank",
    rel: "noopener noreferrer",
    size: "sm",
    mih: { base: 44, sm: 32 },
    className: `${basic.inlineRow} ${basic.gap4}`,
  };
  if (!vr_url && !brochure) return null;
  return (
    <Group gap="md">
      {vr_url ? (
        <Anchor href={vr_url} {...outside}>
          <IconView360 size={16} aria-hidden /> {t("VR看房（新窗口）")}
        </Anchor>
      ) : null}
      {brochure ? (
        <Anchor href={brochure.url} {...outside} aria-label={t("查看楼书{name}（新窗口）", { name: brochure.name })}>
          <IconDownload size={16} aria-hidden /> {t("楼书")}
        </Anchor>
      ) : null}
    </Group>
  );
}

function EstatePrice({ record }: { record: EstateDetail }) {
  const { currency, price_min, price_max, rate, supply } = record;
  const cny = cnyText(record);
  return (
    <div className={classes.price}>
      <p
        className={`${classes.amount} ${basic.flow} ${basic.baseline} ${basic.flat}`}
        title={formatBudget(price_min, price_max, currency, "exact") || undefined}
      >
        <Text component="b" {...large}>
          {priceText(record) || t("价格待定")}
        </Text>
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
