import { Text } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { Panel } from "~/app/blocks/detail/panel";
import { usePreview } from "~/app/features/album/use-preview";
import { t } from "~/app/i18n/t";
import type { AuditPicture } from "~/contract/house/estate-audit";
import { AuditPictureFrame, entriesOf } from "./audit-picture-frame";

interface ReviewedPicturesProps {
  album: readonly AuditPicture[];
  isCompared: boolean;
}

/** The album; for a change the present and the new one, side by side. */
export function ReviewedPictures({ album, isCompared }: ReviewedPicturesProps) {
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
