import { Anchor, Text } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { lazyPart } from "~/app/blocks/lazy-part";
import { mapLink, type Place } from "~/app/features/map/position-text";
import { useTiles } from "~/app/features/map/use-tiles";
import { t } from "~/app/i18n/t";
import type { EstateAuditDetail } from "~/contract/house/estate-audit";

const PlaceMap = lazyPart(() => import("~/app/features/map/place-map"), "PlaceMap");

/** Where it is, and where it would be; on maps where one is configured. */
export function ReviewedPlace({ record: { position, position_before } }: { record: EstateAuditDetail }) {
  const hasMoved =
    position_before !== null && (position?.lat !== position_before.lat || position?.lng !== position_before.lng);
  if (!position && !position_before) return null;
  return (
    <div
      className={`${basic.grid} ${basic.gap12}`}
      style={{ gridTemplateColumns: "repeat(auto-fit, minmax(260px, 1fr))", marginTop: 12 }}
    >
      {hasMoved ? <Spot title={t("原位置")} place={position_before} /> : null}
      {position ? <Spot title={hasMoved ? t("提交的位置") : t("位置")} place={position} /> : null}
    </div>
  );
}

function Spot({ title, place }: { title: string; place: Place }) {
  const tiles = useTiles();
  return (
    <div>
      <Text fz={13} mb={6}>
        {`${title} ${place.lat}, ${place.lng} `}
        <Anchor
          href={mapLink(place, navigator.userAgent)}
          target="_blank"
          rel="noopener noreferrer"
          size="sm"
          underline="always"
        >
          {t("在地图中打开")}
        </Anchor>
      </Text>
      {tiles ? <PlaceMap tiles={tiles} place={place} /> : null}
    </div>
  );
}
