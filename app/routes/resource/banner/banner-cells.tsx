import { Text } from "@mantine/core";
import { IconLinkOff } from "@tabler/icons-react";
import basic from "~/app/basic.module.css";
import { Tag } from "~/app/blocks/detail/tag";
import { Thumb } from "~/app/blocks/detail/thumb";
import { t } from "~/app/i18n/t";
import { formatNumber } from "~/contract/decimal";
import { formatPercent } from "~/contract/format";
import { type BannerRow, bannerPositions, linkTypes } from "~/contract/resource/banner";
import { sitePlatforms } from "~/contract/resource/placing";

export const BannerTitle = ({ image, title }: BannerRow) => (
  <span className={`${basic.row} ${basic.gap10} ${basic.shrinks}`}>
    <Thumb src={image} width={57} />
    <Text inherit component="span" lineClamp={2} lh="17px" style={{ whiteSpace: "normal" }} title={title}>
      {title}
    </Text>
  </span>
);

export const platformNames = (platform: BannerRow["platform"]) =>
  platform.map((name) => t(sitePlatforms[name])).join("、");

export const positionName = ({ position }: Pick<BannerRow, "position">) => t(bannerPositions[position]);

/** Its target, and a mark if visitors do not reach it. */
export function BannerLink({ link: { type, name, is_live } }: BannerRow) {
  if (type === "none") return "–";
  return (
    <span className={`${basic.column} ${basic.top} ${basic.shrinks}`} title={name ?? undefined}>
      {is_live ? (
        <span className={`${basic.dim} ${basic.size12}`} style={{ lineHeight: "16px" }}>
          {t(linkTypes[type])}
        </span>
      ) : (
        <Tag color="orange" title={t("访客现在打不开，展示时不带链接")}>
          <IconLinkOff size={12} aria-hidden /> {t("{kind}已失效", { kind: t(linkTypes[type]) })}
        </Tag>
      )}
      <span className={basic.cut} style={{ maxWidth: "100%", lineHeight: "18px" }}>
        {name ?? t("已删除")}
      </span>
    </span>
  );
}

export const bannerNumbers = ({ impressions, clicks, ctr }: BannerRow) =>
  `${formatNumber(impressions)} / ${formatNumber(clicks)} / ${formatPercent(ctr) || "–"}`;
