import { Anchor, Flex, Skeleton } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";
import { type ClipboardEvent, useState } from "react";
import basic from "~/app/basic.module.css";
import { NumberField } from "~/app/blocks/form/field/number-field";
import { lazyPart } from "~/app/blocks/lazy-part";
import type { Degrees, PositionControlProps } from "~/app/blocks/slots";
import { t } from "~/app/i18n/t";
import classes from "./position-field.module.css";
import { isLink, mapLink, placeOf } from "./position-text";
import { useTiles } from "./use-tiles";

// The map is larger than the form, and most installations have none.
const PlaceMap = lazyPart(
  () => import("./place-map"),
  "PlaceMap",
  () => (
    <div className={`${basic.relative} ${basic.clipped} ${basic.bordered} ${basic.rounded} ${classes.map}`}>
      <Skeleton h="100%" role="progressbar" aria-label={t("加载中")} />
    </div>
  ),
);

/** Latitude and longitude: typed, pasted together or as a link of a map, or picked on a map where one is configured. */
export function PositionField({ lat, lng, onChange, onBlur }: PositionControlProps) {
  const [status, setStatus] = useState("");
  const tiles = useTiles();
  const place =
    typeof lat.value === "number" && typeof lng.value === "number" ? { lat: lat.value, lng: lng.value } : null;

  function fill(text: string): boolean {
    const found = placeOf(text);
    if (found) {
      onChange(lat.field.name, found.lat);
      onChange(lng.field.name, found.lng);
      setStatus(t("已填入纬度 {lat}，经度 {lng}", { lat: String(found.lat), lng: String(found.lng) }));
    } else if (isLink(text)) setStatus(t("链接中没有坐标，请打开链接后复制完整地址，或复制坐标"));
    return found !== undefined || isLink(text);
  }
  const paste = (event: ClipboardEvent) => {
    if (fill(event.clipboardData.getData("text/plain"))) event.preventDefault();
  };
  const input = ({ id, field, value, error }: Degrees) => (
    <div data-field={field.name} onPaste={paste}>
      <NumberField
        input={{ id, label: t(field.label), error, withAsterisk: field.isRequired, onBlur: () => onBlur(field.name) }}
        field={field}
        value={value}
        onChange={(next) => {
          setStatus("");
          // A phone's keyboard may paste without a paste event.
          if (!(typeof next === "string" && fill(next))) onChange(field.name, next);
        }}
      />
    </div>
  );
  return (
    <div className={`${basic.column} ${basic.gap8}`}>
      <div
        className={basic.grid}
        style={{ gridTemplateColumns: "repeat(2, minmax(0, 1fr))", gap: "14px 20px", maxWidth: 520 }}
      >
        {input(lat)}
        {input(lng)}
      </div>
      <Flex wrap="wrap" gap="4px 16px" c="dimmed" fz={13}>
        <span role="status">{status || t("可粘贴“35.6586, 139.7454”，或谷歌、苹果地图的链接")}</span>
        {place ? (
          <Anchor size="sm" href={mapLink(place, navigator.userAgent)} target="_blank" rel="noopener noreferrer">
            {t("在地图中打开")} <IconExternalLink size={14} aria-hidden />
          </Anchor>
        ) : null}
      </Flex>
      {tiles ? (
        <PlaceMap
          tiles={tiles}
          place={place}
          onPick={(picked) => {
            setStatus("");
            onChange(lat.field.name, picked.lat);
            onChange(lng.field.name, picked.lng);
          }}
        />
      ) : null}
    </div>
  );
}
