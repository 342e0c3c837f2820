import "@mantine/core/styles/Switch.css";
import { Anchor, Group, Switch, Text } from "@mantine/core";
import { useState } from "react";
import basic from "~/app/basic.module.css";
import { Panel } from "~/app/blocks/detail/panel";
import { lazyPart } from "~/app/blocks/lazy-part";
import { usePreview } from "~/app/features/album/use-preview";
import { mapLink, type Place } from "~/app/features/map/position-text";
import { useTiles } from "~/app/features/map/use-tiles";
import { t } from "~/app/i18n/t";
import type { AuditPicture, AuditRoom, EstateAuditDetail } from "~/contract/house/estate-audit";
import { AuditPictureFrame, entriesOf } from "./audit-picture-frame";
import { ComparedFields } from "./compared-fields";
import { KindTag } from "./kind-tag";
import classes from "./reviewed-content.module.css";

function ReviewedRooms({ rooms, isCompared }: { rooms: readonly AuditRoom[]; isCompared: boolean }) {
  const { open, preview } = usePreview(entriesOf(rooms.flatMap(({ plan_before, plan }) => [plan_before, plan])));
  return (
    <Panel title={t("户型 {n}", { n: rooms.length })}>
      {rooms.map(({ id, name, kind, fields, plan_before, plan }) => (
        <section key={id} className={classes.room} aria-label={name}>
          <Group component="h3" wrap="nowrap" gap={8} m="0 0 8px" fz={15} fw={600}>
            {name} <KindTag kind={kind} />
          </Group>
          <div
            className={`${basic.columns} ${basic.gap16} ${basic.top}`}
            style={{ "--columns": "minmax(0, 1fr) auto" }}
          >
            <ComparedFields
              fields={isCompared && kind === "changed" ? fields.filter(({ is_changed }) => is_changed) : fields}
              isCompared={isCompared && kind === "changed"}
            />
            <div className={`${classes.plans} ${basic.flex} ${basic.gap8}`}>
              {[plan_before, plan].map((one) =>
                one ? <AuditPictureFrame key={one.media_id} picture={one} onOpen={open} /> : null,
              )}
            </div>
          </div>
        </section>
      ))}
      {preview}
    </Panel>
  );
}

const PlaceMap = lazyPart(() => import("~/app/features/map/place-map"), "PlaceMap");

/** Where it is, and where it would be; on maps where one is configured. */
function ReviewedPlace({ record: { position, position_before } }: { record: EstateAuditDetail }) {
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

/** The album; for a change the present and the new one, side by side. */
function ReviewedPictures({ album, isCompared }: { album: readonly AuditPicture[]; isCompared: boolean }) {
  const { open, preview } = usePreview(entriesOf(album));
  const grid = (pictures: readonly AuditPicture[]) => (
    <ul
      className={`${basic.list} ${basic.gap10} ${basic.columns}`}
      style={{ "--columns": "repeat(auto-fill, minmax(132px, 1fr))", "--on-phone": "repeat(2, minmax(0, 1fr))" }}
    >
      {pictures.map((picture) => (
        <li key={picture.media_id}>
          <AuditPictureFrame picture={picture} onOpen={open} />
        </li>
      ))}
    </ul>
  );
  const [before, after] = [
    album.filter(({ kind }) => kind !== "added"),
    album.filter(({ kind }) => kind !== "removed"),
  ];
  return (
    <Panel title={t("相册 {n}", { n: after.length })}>
      {isCompared ? (
        <div
          className={`${basic.grid} ${basic.gap16}`}
          style={{ gridTemplateColumns: "repeat(auto-fit, minmax(min(200px, 100%), 1fr))" }}
        >
          <div>
            <Text component="h3" fz={14} fw={500} mb={8}>
              {t("原相册 {n}", { n: before.length })}
            </Text>
            {grid(before)}
          </div>
          <div>
            <Text component="h3" fz={14} fw={500} mb={8}>
              {t("提交的相册 {n}", { n: after.length })}
            </Text>
            {grid(after)}
          </div>
        </div>
      ) : (
        grid(after)
      )}
      {preview}
    </Panel>
  );
}

export function ReviewedContent({ record }: { record: EstateAuditDetail }) {
  const { sections, rooms, album, compared_to, diff } = record;
  const isCompared = compared_to !== null;
  const [isWhole, setIsWhole] = useState(!isCompared);
  const shown = sections
    .map(({ fields, ...section }) => ({
      ...section,
      count: fields.filter(({ is_changed }) => is_changed).length,
      fields: isWhole ? fields : fields.filter(({ is_changed }) => is_changed),
    }))
    .filter(({ fields }) => fields.length > 0);
  const shownRooms = isWhole ? rooms : rooms.filter(({ kind }) => kind !== "same");
  const hasOtherPictures = album.some(({ kind }) => kind !== "same");
  return (
    <>
      {isCompared ? (
        <Group justify="space-between" gap="8px 16px" px={4} fz={14} fw={500}>
          <span>
            {compared_to === "live"
              ? t("与线上内容相比有 {n} 处变更", { n: diff.length })
              : t("与上次驳回时相比有 {n} 处变更", { n: diff.length })}
          </span>
          <Switch
            label={t("显示未变更的内容")}
            checked={isWhole}
            onChange={(event) => setIsWhole(event.currentTarget.checked)}
          />
        </Group>
      ) : null}
      {isWhole || hasOtherPictures ? <ReviewedPictures album={album} isCompared={isCompared} /> : null}
      {shownRooms.length ? <ReviewedRooms rooms={shownRooms} isCompared={isCompared} /> : null}
      {shown.map(({ key, title, fields, count }) => (
        <Panel key={key} title={count ? t("{title} · {n} 处变更", { title: t(title), n: count }) : t(title)}>
          <ComparedFields fields={fields} isCompared={isCompared} />
          {key === "place" ? <ReviewedPlace record={record} /> : null}
        </Panel>
      ))}
    </>
  );
}
