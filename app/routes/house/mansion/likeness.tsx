import { Tag } from "~/app/blocks/detail/tag";
import { t } from "~/app/i18n/t";
import { formatNumber } from "~/contract/decimal";
import type { SimilarMansion } from "~/contract/house/mansion";

export const Likeness = ({ of: { similarity, distance } }: { of: SimilarMansion }) => (
  <span style={{ display: "inline-flex", flexWrap: "wrap", gap: 4, justifyContent: "flex-end" }}>
    {similarity >= 0.6 ? <Tag color="orange">{t("名称相似{n}%", { n: Math.round(similarity * 100) })}</Tag> : null}
    {distance === null ? null : <Tag color="cyan">{awayOf(distance)}</Tag>}
  </span>
);

const awayOf = (metres: number) =>
  metres < 1_000
    ? t("相距{n}米", { n: Math.round(metres) })
    : t("相距{n}公里", { n: formatNumber(Math.round(metres / 100) / 10) });
