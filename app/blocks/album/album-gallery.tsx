import { UnstyledButton } from "@mantine/core";
import { useState } from "react";
import { t } from "~/app/i18n/t";
import { type AlbumCategory, type AlbumEntry, albumCategories } from "~/contract/album";
import { Empty } from "../states";
import classes from "./album.module.css";
import { CategoryFilter } from "./category-filter";
import { EntryPicture } from "./entry-picture";
import { titleOf, usePreview } from "./use-preview";

/** An album to look at. */
export function AlbumGallery({ items }: { items: readonly AlbumEntry[] }) {
  const [category, setCategory] = useState<AlbumCategory>();
  const { open, preview } = usePreview(items);
  if (items.length === 0) return <Empty title={t("暂无图片")} />;
  const shown = items.filter((item) => !category || item.category === category);
  return (
    <>
      <CategoryFilter items={items} value={category} onChange={setCategory} />
      <ul className={classes.grid}>
        {shown.map((item) => (
          <li key={item.media_id} className={classes.tile}>
            <div className={classes.frame}>
              <UnstyledButton
                className={classes.open}
                onClick={() => open(item.media_id)}
                aria-label={
                  item.is_film ? t("播放{name}", { name: titleOf(item) }) : t("查看图片{name}", { name: titleOf(item) })
                }
              >
                <EntryPicture entry={item} />
              </UnstyledButton>
              {item.is_cover ? <span className={classes.badge}>{t("封面")}</span> : null}
            </div>
            <p className={classes.words}>{item.caption || t(albumCategories[item.category])}</p>
          </li>
        ))}
      </ul>
      {preview}
    </>
  );
}
