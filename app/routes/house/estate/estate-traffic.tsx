import { Anchor, Flex } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";
import basic from "~/app/basic.module.css";
import { Panel } from "~/app/blocks/detail/panel";
import { lazyPart } from "~/app/blocks/lazy-part";
import { WhenNear } from "~/app/blocks/when-near";
import { stationText } from "~/app/features/estate/estate-labels";
import { mapLink } from "~/app/features/map/position-text";
import { useTiles } from "~/app/features/map/use-tiles";
import { t } from "~/app/i18n/t";
import type { EstateDetail } from "~/contract/house/estate";
import classes from "./estate-detail.module.css";
import { Missing, useMayFillIn } from "./fill-in";

const mapHeight = 300;

const PlaceMap = lazyPart(
  () => import("~/app/features/map/place-map"),
  "PlaceMap",
  () => <div style={{ height: mapHeight }} />,
);

/** How one gets there; on a map where one is configured. */
export function EstateTraffic({ record }: { record: EstateDetail }) {
  const { stations, address, address_local, place, lat, lng } = record;
  const tiles = useTiles();
  const mayFillIn = useMayFillIn(record);
  // An address as people write it often begins with its districts.
  const names = place.map(({ name }) => name);
  const position = lat === null || lng === null ? null : { lat, lng };
  return (
    <Panel title={t("交通")}>
      {stations.length ? (
        <ol className={`${classes.stations} ${basic.list} ${basic.column} ${basic.gap6} ${basic.size14}`}>
          {stations.map((station) => (
            <li key={`${station.line} ${station.station}`}>{stationText(station)}</li>
          ))}
        </ol>
      ) : mayFillIn ? (
        <Missing text={t("暂无交通信息")} of={record} tab="place" />
      ) : null}
      <Flex component="p" wrap="wrap" align="baseline" gap="4px 16px" my={12} fz={14} className={classes.address}>
        {names.some((name) => address?.includes(name)) ? address : [...names, address].filter(Boolean).join(" ")}
        {address_local ? <small className={basic.dim}>{address_local}</small> : null}
        {position ? (
          <Anchor size="sm" href={mapLink(position, navigator.userAgent)} target="_blank" rel="noopener noreferrer">
            {t("在地图中打开")} <IconExternalLink size={14} aria-hidden />
          </Anchor>
        ) : null}
      </Flex>
      {tiles && position ? (
        <WhenNear height={mapHeight}>
          <PlaceMap tiles={tiles} place={position} />
        </WhenNear>
      ) : null}
    </Panel>
  );
}
