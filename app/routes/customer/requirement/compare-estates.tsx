import { Button, Group } from "@mantine/core";
import type { ReactNode } from "react";
import basic from "~/app/basic.module.css";
import { layoutText, PriceRange, SaleTag, stationText } from "~/app/features/estate/estate-labels";
import classes from "~/app/features/match/match.module.css";
import { MatchScore } from "~/app/features/match/match-line";
import { t } from "~/app/i18n/t";
import { EstateLinks } from "~/app/routes/customer/estate-links";
import { formatArea } from "~/contract/format";
import { type EstateMatch, type MatchPartKey, matchParts } from "~/contract/house/match";

interface CompareEstatesProps {
  found: readonly EstateMatch[];
  onBack: () => void;
  onSend: (() => void) | undefined;
}

export const CompareEstates = ({ found, onBack, onSend }: CompareEstatesProps) => (
  <>
    <Group gap="xs" mb="sm">
      <Button variant="default" size="sm" onClick={onBack}>
        {t("返回匹配结果")}
      </Button>
      {onSend ? (
        <Button size="sm" onClick={onSend}>
          {t("发送")}
        </Button>
      ) : null}
    </Group>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is scrolled is reached by the keyboard. */}
    <section className={`${classes.table} ${basic.scrolls}`} tabIndex={0} aria-label={t("房源对比")}>
      <table>
        <thead>
          <tr>
            <td />
            {found.map(({ estate }) => (
              <th key={estate.id} scope="col">
                <EstateLinks estates={[estate]} /> <SaleTag status={estate.sale_status} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ label, draw }) => (
            <tr key={label}>
              <th scope="row">{t(label)}</th>
              {found.map((one) => (
                <td key={one.estate.id}>{draw(one) || "–"}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  </>
);

const weighed = (key: MatchPartKey, shown: (of: EstateMatch["estate"]) => ReactNode) => ({
  label: matchParts[key].label,
  draw: ({ estate, parts }: EstateMatch) => (
    <>
      {shown(estate) || "–"}
      {parts
        .filter((part) => part.key === key && part.max > 0)
        .map(({ score, max, reason }) => (
          <small key={key}>
            {reason} {score}/{max}
          </small>
        ))}
    </>
  ),
});

const lines = [
  { label: "匹配", draw: (one: EstateMatch) => <MatchScore {...one} /> },
  weighed("price", (of) => <PriceRange of={of} />),
  weighed("district", (of) => of.district),
  weighed("layout", (of) => layoutText(of.layouts)),
  weighed("area", (of) => formatArea(of.area_min, of.area_max)),
  weighed("station", (of) => stationText(of.nearest)),
  {
    label: matchParts.purpose.label,
    draw: ({ estate: { gross_yield } }: EstateMatch) =>
      gross_yield === null ? undefined : t("表面回报率{n}%", { n: gross_yield }),
  },
];
