import { Anchor, Flex, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import basic from "~/app/basic.module.css";
import { mapLink } from "~/app/features/map/position-text";
import { t } from "~/app/i18n/t";
import type { SimilarMansion } from "~/contract/house/mansion";
import { Cover } from "../mansion/mansion-cells";

interface MansionCardProps {
  mansion: Omit<SimilarMansion, "similarity" | "distance">;
  mark?: ReactNode;
  tags?: ReactNode;
}

export function MansionCard({ mansion, mark, tags }: MansionCardProps) {
  const { mansion_no, name, name_local, district, address, built_at, total_units, cover } = mansion;
  return (
    <span className={`${basic.flex} ${basic.top} ${basic.gap12}`}>
      {mark}
      <Cover url={cover} isLarge />
      <Stack component="span" gap={2} flex={1} miw={0} c="dimmed" fz={13} className={basic.anywhere}>
        <span className={`${basic.plainText} ${basic.size14} ${basic.bold}`}>{name}</span>
        {name_local ? <span>{name_local}</span> : null}
        <span>{`${mansion_no} · ${district}`}</span>
        <span>{address}</span>
        <span>
          {total_units === null
            ? t("{at} 建成", { at: built_at })
            : t("{at} 建成 · {n} 户", { at: built_at, n: total_units })}
        </span>
        {tags ? (
          <Flex component="span" wrap="wrap" gap={4} mt={4}>
            {tags}
          </Flex>
        ) : null}
      </Stack>
    </span>
  );
}

export function MapAnchor({ mansion: { lat, lng, name } }: { mansion: Pick<SimilarMansion, "lat" | "lng" | "name"> }) {
  if (lat === null || lng === null) return null;
  return (
    <Anchor
      size="sm"
      href={mapLink({ lat, lng }, navigator.userAgent)}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={t("在地图中查看{name}（新窗口）", { name })}
    >
      {t("地图")}
    </Anchor>
  );
}
