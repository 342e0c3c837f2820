import "leaflet/dist/leaflet.css";
import { Loader, Text } from "@mantine/core";
import { divIcon, type LayerGroup, type Map as LeafletMap, layerGroup, map as makeMap, marker } from "leaflet";
import { useCallback, useEffect, useRef, useState } from "react";
import { call } from "~/app/api/call";
import basic from "~/app/basic.module.css";
import { useAsync } from "~/app/blocks/detail/use-async";
import { useListQuery } from "~/app/blocks/list/use-list-query";
import { useLatest } from "~/app/blocks/use-latest";
import { addTiles } from "~/app/features/map/map-tiles";
import { t } from "~/app/i18n/t";
import { formatMoney } from "~/contract/format";
import { type EstateRow, estate } from "~/contract/house/estate";
import { EstateCard } from "../estate-card";
import classes from "./estate-map.module.css";

const key = "estate-map";

const most = 100;

const wide = { at: [30, 120], zoom: 3 } as const;
const nearest = 14;

export function EstateMap({ tiles, rows }: { tiles: string; rows: readonly EstateRow[] }) {
  const { query } = useListQuery(estate.list);
  const leaflet = useRef<{ map: LeafletMap; pins: LayerGroup }>();
  const [bbox, setBbox] = useState<string>();
  const [hasFailed, setHasFailed] = useState(false);
  const [chosen, setChosen] = useState<number>();
  const choose = useLatest(setChosen);
  const first = useRef(rows);

  // Leaflet draws by itself, into an element that React gives it once.
  const hold = useCallback(
    (element: HTMLDivElement | null) => {
      leaflet.current?.map.remove();
      leaflet.current = undefined;
      if (!element) return;
      const map = makeMap(element, { zoomControl: false });
      addTiles(map, tiles, setHasFailed);
      begin(map, first.current);
      const update = () => {
        setBbox(boxOf(map));
        const { lat, lng } = map.getCenter();
        keepPlace({ at: [lat, lng], zoom: map.getZoom() });
      };
      map.on("moveend", update).on("click", () => choose(undefined));
      leaflet.current = { map, pins: layerGroup().addTo(map) };
      update();
    },
    [tiles, choose],
  );

  const filters = JSON.stringify({ ...query, bbox, page: 1, page_size: most, has_coords: true });
  const ask = useCallback(
    async (signal: AbortSignal) =>
      bbox ? call(estate.list, { query: JSON.parse(filters) as object }, { signal, silent: true }) : undefined,
    [filters, bbox],
  );
  const { answer, hasFailed: isWithout } = useAsync(ask);

  useEffect(() => {
    const pins = leaflet.current?.pins.clearLayers();
    for (const row of answer?.list ?? []) if (pins) pinOf(row, () => choose(row.id))?.addTo(pins);
  }, [answer, choose]);

  const shown = answer?.list.find(({ id }) => id === chosen);
  return (
    <div className={classes.frame}>
      <div
        ref={hold}
        className={`${classes.map} ${basic.bordered} ${basic.rounded}`}
        role="application"
        aria-label={t("房源地图")}
      />
      <div className={classes.told} role="status">
        {isWithout ? (
          <Text size="sm" c="red">
            {t("加载失败，请移动地图重试")}
          </Text>
        ) : answer ? (
          <Text size="sm">{summaryOf(answer)}</Text>
        ) : (
          <Loader role="progressbar" size="xs" aria-label={t("加载中")} />
        )}
        {hasFailed ? (
          <Text size="xs" c="red">
            {t("地图图片加载失败，房源位置仍可使用")}
          </Text>
        ) : null}
      </div>
      {shown ? (
        <div className={classes.chosen}>
          <EstateCard of={shown} />
        </div>
      ) : null}
    </div>
  );
}

function summaryOf({ list, total }: { list: readonly unknown[]; total: number }): string {
  if (total === 0) return t("当前范围内没有房源");
  if (total > list.length)
    return t("当前范围内有 {total} 个房源，显示 {count} 个，放大地图查看更多", { total, count: list.length });
  return t("当前范围内有 {total} 个房源", { total });
}

function begin(map: LeafletMap, rows: readonly EstateRow[]): void {
  const kept = keptPlace();
  const places = rows.flatMap(({ lat, lng }) => (lat === null || lng === null ? [] : [[lat, lng] as [number, number]]));
  if (kept) map.setView(kept.at, kept.zoom);
  else if (places.length) map.fitBounds(places, { maxZoom: nearest, padding: [40, 40] });
  else map.setView([...wide.at], wide.zoom);
}

function boxOf(map: LeafletMap): string {
  const bounds = map.getBounds();
  const [west, east] = [Math.max(bounds.getWest(), -180), Math.min(bounds.getEast(), 180)];
  const [south, north] = [Math.max(bounds.getSouth(), -90), Math.min(bounds.getNorth(), 90)];
  return [west, south, east, north].map((degrees) => degrees.toFixed(6)).join(",");
}

function pinOf(row: EstateRow, onChoose: () => void) {
  if (row.lat === null || row.lng === null) return undefined;
  const label = document.createElement("span");
  label.textContent = formatMoney(row.price_min, row.currency) || row.name;
  label.className = classes.price ?? "";
  const icon = divIcon({ html: label, className: classes.pin ?? "", iconSize: [0, 0] });
  return marker([row.lat, row.lng], { icon, title: row.name, alt: row.name }).on("click", onChoose);
}

interface Kept {
  at: [number, number];
  zoom: number;
}

/** Where the map stood when one left it: an estate's page leads back to the same place. */
function keptPlace(): Kept | undefined {
  try {
    const kept: unknown = JSON.parse(window.sessionStorage.getItem(key) ?? "null");
    const numbers = Array.isArray(kept) ? kept.filter((one): one is number => Number.isFinite(one)) : [];
    const [lat, lng, zoom] = numbers;
    return lat !== undefined && lng !== undefined && zoom !== undefined ? { at: [lat, lng], zoom } : undefined;
  } catch {
    return undefined;
  }
}

function keepPlace({ at, zoom }: Kept): void {
  try {
    window.sessionStorage.setItem(key, JSON.stringify([...at, zoom]));
  } catch {
    // The map then begins with the estates of the list.
  }
}
