import { UnstyledButton } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { Tag } from "~/app/blocks/detail/tag";
import { EntryPicture } from "~/app/features/album/entry-picture";
import { t } from "~/app/i18n/t";
import { type AlbumEntry, albumCategories } from "~/contract/house/album";
import type { AuditPicture } from "~/contract/house/estate-audit";
import { KindTag } from "./kind-tag";
import classes from "./reviewed-content.module.css";

export function AuditPictureFrame({ picture, onOpen }: { picture: AuditPicture; onOpen: (id: number) => void }) {
  const { media_id, kind, category, caption, is_cover, name } = picture;
  const [entry] = entriesOf([picture]);
  const title = caption ?? t(albumCategories[category]);
  return (
    <div
      className={`${classes.picture} ${basic.size13} ${basic.column} ${basic.gap4} ${basic.shrinks}`}
      data-kind={kind}
    >
      {entry ? (
        <UnstyledButton
          className={`${classes.frame} ${basic.row} ${basic.centered} ${basic.clipped}`}
          onClick={() => onOpen(media_id)}
          aria-label={t("查看图片{name}", { name: caption ?? name })}
        >
          <EntryPicture entry={entry} />
        </UnstyledButton>
      ) : (
        <span className={`${classes.frame} ${basic.row} ${basic.centered} ${basic.clipped}`}>{t("图片已删除")}</span>
      )}
      <span className={`${basic.flow} ${basic.gap4} ${basic.anywhere}`}>
        {title} <KindTag kind={kind} />
        {is_cover ? <Tag color="brand">{t("封面")}</Tag> : null}
      </span>
    </div>
  );
}

export const entriesOf = (pictures: readonly (AuditPicture | null)[]): AlbumEntry[] =>
  pictures.flatMap((picture) => (picture?.url ? { ...picture, url: picture.url, sort: 0 } : []));
