import { Button, Text, UnstyledButton } from "@mantine/core";
import { useState } from "react";
import basic from "~/app/basic.module.css";
import { Empty } from "~/app/blocks/feedback/states";
import { t } from "~/app/i18n/t";
import { type AlbumCategory, type AlbumEntry, albumCategories } from "~/contract/house/album";
import classes from "./album.module.css";
import { CategoryFilter } from "./category-filter";
import { EntryPicture } from "./entry-picture";
import { titleOf, usePreview } from "./use-preview";

interface AlbumGalleryProps {
  items: readonly AlbumEntry[];
  atFirst?: number;
}

export function AlbumGallery({ items, atFirst = Number.POSITIVE_INFINITY }: AlbumGalleryProps) {
  const [category, setCategory] = useState<AlbumCategory>();
  const [isWhole, setWhole] = useState(false);
  const { open, preview } = usePreview(items);
  if (items.length === 0) return <Empty title={t("暂无图片")} />;
  const fitting = items.filter((item) => !category || item.category === category);
  const shown = isWhole ? fitting : fitting.slice(0, atFirst);
  return (
    <>
      <CategoryFilter items={items} value={category} onChange={setCategory} />
      <ul className={`${basic.grid} ${basic.gap12} ${basic.list} ${classes.grid}`}>
        {shown.map((item) => (
          <li key={item.media_id}>
            <div className={classes.frame}>
              <UnstyledButton
                className={basic.fill}
                onClick={() => open(item.media_id)}
                aria-label={
                  item.is_film ? t("播放{name}", { name: titleOf(item) }) : t("查看图片{name}", { name: titleOf(item) })
                }
              >
                <EntryPicture entry={item} />
              </UnstyledButton>
              {item.is_cover ? <span className={classes.badge}>{t("封面")}</span> : null}
            </div>
            <Text fz={13} m="4px 2px 0" truncate>
              {item.caption || t(albumCategories[item.category])}
            </Text>
          </li>
        ))}
      </ul>
      {shown.length < fitting.length ? (
        <Button variant="default" size="sm" mt="sm" onClick={() => setWhole(true)}>
          {t("查看全部{n}项", { n: fitting.length })}
        </Button>
      ) : null}
      {preview}
    </>
  );
}
