import "leaflet/dist/leaflet.css";
import { Button, Group, Text } from "@mantine/core";
import { divIcon, type LatLng, type Map as LeafletMap, type Marker, map as makeMap, marker } from "leaflet";
import { useCallback, useEffect, useRef, useState } from "react";
import basic from "~/app/basic.module.css";
import { t } from "~/app/i18n/t";
import { addTiles } from "./map-tiles";
import classes from "./position-field.module.css";
import type { Place } from "./position-text";

interface PlaceMapProps {
  tiles: string;
  place: Place | null;
  onPick?: (place: Place) => void;
}

/** The default view: most of the business. */
const wide = { at: [28, 115], zoom: 3 } as const;
const near = 16;

/** A map to show a place, or to pick one: by a click, by dragging the pin, or by moving the map under its middle. Loads leaflet. */
export function PlaceMap({ tiles, place, onPick }: PlaceMapProps) {
  const leaflet = useRef<{ map: LeafletMap; pin: Marker }>();
  const [hasFailed, setHasFailed] = useState(false);
  const isPicked = onPick !== undefined;
  const pick = useRef(onPick);
  pick.current = onPick;

  // Leaflet draws by itself, into an element that React creates once.
  const hold = useCallback(
    (element: HTMLDivElement | null) => {
      leaflet.current?.map.remove();
      leaflet.current = undefined;
      if (!element) return;
      // A read-only map is in a long page, which the wheel must still scroll.
      const map = makeMap(element, { zoomControl: false, attributionControl: true, scrollWheelZoom: isPicked });
      map.setView(wide.at as [number, number], wide.zoom);
      addTiles(map, tiles, setHasFailed);
      const report = (at: LatLng) => pick.current?.(rounded(at));
      const pin = marker(wide.at as [number, number], { icon: pinIcon(), draggable: isPicked, keyboard: false });
      pin.on("dragend", () => report(pin.getLatLng()));
      map.on("click", ({ latlng }) => report(latlng));
      leaflet.current = { map, pin };
    },
    [tiles, isPicked],
  );

  const { lat, lng } = place ?? {};
  // The pin follows typed values; the view, only if it is out of sight.
  useEffect(() => {
    const held = leaflet.current;
    if (!held) return;
    if (lat === undefined || lng === undefined) return void held.pin.remove();
    const isFirst = !held.map.hasLayer(held.pin);
    held.pin.setLatLng([lat, lng]).addTo(held.map);
    if (isFirst) held.map.setView([lat, lng], near);
    else if (!held.map.getBounds().contains([lat, lng])) held.map.panTo([lat, lng]);
  }, [lat, lng]);

  const pickCenter = () => {
    const middle = leaflet.current?.map.getCenter();
    if (middle) onPick?.(rounded(middle));
  };
  return (
    <div>
      <div
        ref={hold}
        className={`${basic.relative} ${basic.clipped} ${basic.bordered} ${basic.rounded} ${classes.map}`}
        role="application"
        aria-label={isPicked ? t("地图，点击或拖动图钉选择位置") : t("地图")}
      />
      <Group gap="sm" mt={6}>
        {isPicked ? (
          <Button size="compact-xs" variant="default" onClick={pickCenter}>
            {t("取地图中心")}
          </Button>
        ) : null}
        {hasFailed ? (
          <Text size="xs" c="red" role="status">
            {isPicked ? t("地图图片加载失败，可直接填写经纬度") : t("地图图片加载失败")}
          </Text>
        ) : null}
      </Group>
    </div>
  );
}

const rounded = (at: LatLng): Place => {
  const { lat, lng } = at.wrap();
  return { lat: Number(lat.toFixed(6)), lng: Number(lng.toFixed(6)) };
};

/** Our own pin: leaflet looks for its picture next to its style sheet. */
function pinIcon() {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 32");
  svg.setAttribute("width", "30");
  svg.setAttribute("height", "40");
  svg.classList.add(classes.pin ?? "");
  const shape = document.createElementNS("http://www.w3.org/2000/svg", "path");
  shape.setAttribute(
    "d",
    "M12 0a12 12 0 0 0-12 12c0 8.5 12 20 12 20s12-11.5 12-20A12 12 0 0 0 12 0zm0 17a5 5 0 1 1 0-10 5 5 0 0 1 0 10z",
  );
  shape.setAttribute("fill", "currentColor");
  svg.append(shape);
  const holder = document.createElement("span");
  holder.append(svg);
  return divIcon({ html: holder, className: "", iconSize: [30, 40], iconAnchor: [15, 40] });
}
