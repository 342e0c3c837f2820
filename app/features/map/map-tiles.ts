import { control, type Map as LeafletMap, tileLayer } from "leaflet";
import { t } from "~/app/i18n/t";

export function addTiles(map: LeafletMap, tiles: string, onFailed: (hasFailed: boolean) => void): void {
  map.attributionControl.setPrefix(false);
  control.zoom({ zoomInTitle: t("放大"), zoomOutTitle: t("缩小") }).addTo(map);
  tileLayer(tiles, { maxZoom: 19, attribution: attributionOf(tiles), referrerPolicy: "origin" })
    .on("tileerror", () => onFailed(true))
    .on("tileload", () => onFailed(false))
    .addTo(map);
}

function attributionOf(tiles: string): string {
  const host = tiles.replace(/^https:\/\//, "").split("/")[0] ?? "";
  const owner = host.endsWith("openstreetmap.org")
    ? '<a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noopener noreferrer">OpenStreetMap</a>'
    : host.replace(/[^\w.:-]/g, "").replace("{s}.", "");
  return `© ${owner}`;
}
