import "@mantine/core/styles/Switch.css";
import { Group, Switch } from "@mantine/core";
import { useState } from "react";
import { Panel } from "~/app/blocks/detail/panel";
import { t } from "~/app/i18n/t";
import type { EstateAuditDetail } from "~/contract/house/estate-audit";
import { ComparedFields } from "./compared-fields";
import { ReviewedPictures } from "./reviewed-pictures";
import { ReviewedPlace } from "./reviewed-place";
import { ReviewedRooms } from "./reviewed-rooms";

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
