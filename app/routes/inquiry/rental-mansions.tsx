import { Group } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { AsyncPart } from "~/app/blocks/detail/async-part";
import lines from "~/app/blocks/detail/line.module.css";
import { Tag } from "~/app/blocks/detail/tag";
import { useCall } from "~/app/blocks/detail/use-async";
import { Empty } from "~/app/blocks/feedback/states";
import { Link } from "~/app/blocks/link";
import { Money, stationText } from "~/app/features/estate/estate-labels";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { mayCall } from "~/contract/endpoint";
import { mansion } from "~/contract/house/mansion";
import { type MatchedMansion, rentalFits, rentalMatch } from "~/contract/inquiry/rental-match";
import { layouts } from "~/contract/shared/property";

export const RentalMansions = ({ id, version }: { id: number; version: number }) => (
  <AsyncPart key={version} {...useCall(rentalMatch.mansions, { params: { id } })}>
    {(rows) =>
      rows.length ? (
        <ul className={`${lines.line} ${basic.list} ${basic.grid} ${basic.gap10}`} aria-label={t("匹配楼栋")}>
          {rows.map((row) => (
            <Mansion key={row.id} of={row} />
          ))}
        </ul>
      ) : (
        <Empty title={t("没有匹配的楼栋")} />
      )
    }
  </AsyncPart>
);

function Mansion({ of: row }: { of: MatchedMansion }) {
  const { mansion_no, name, district, address, built_at, nearest, currency, avg_rent_unit, fits } = row;
  return (
    <li>
      <Group gap="4px 12px">
        {mayCall(useProfile(), mansion.list) ? (
          <Link to={`/house/mansion-management?keyword=${mansion_no}`}>{name}</Link>
        ) : (
          <strong>{name}</strong>
        )}
        {fits.map((key) => (
          <Tag key={key} color="green">
            {t(rentalFits[key])}
          </Tag>
        ))}
      </Group>
      <div className={lines.head}>
        <span>
          {district} {address}
        </span>
        <span>{t("建成 {month}", { month: built_at })}</span>
        {nearest ? <span>{stationText(nearest)}</span> : null}
        {row.layouts.length ? <span>{row.layouts.map((layout) => t(layouts[layout])).join(" ")}</span> : null}
        <Rent of={row} />
        {avg_rent_unit && currency ? (
          <span>
            {t("平均租金")} <Money amount={avg_rent_unit} currency={currency} />
            /㎡
          </span>
        ) : null}
      </div>
    </li>
  );
}

function Rent({ of: { rent_min, rent_max, rent_currency } }: { of: MatchedMansion }) {
  if (!rent_currency) return null;
  return (
    <span>
      {t("月租约")} <Money amount={rent_min} currency={rent_currency} />
      {rent_max === rent_min ? null : (
        <>
          –<Money amount={rent_max} currency={rent_currency} />
        </>
      )}
    </span>
  );
}
