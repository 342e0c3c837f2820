import { ActionIcon, Checkbox, Text, UnstyledButton } from "@mantine/core";
import { IconDots, IconPencil, IconStar, IconStarFilled, IconTrash } from "@tabler/icons-react";
import { memo, type ReactNode } from "react";
import basic from "~/app/basic.module.css";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { t } from "~/app/i18n/t";
import { type AlbumEntry, albumCategories } from "~/contract/house/album";
import { Sortable } from "../sorting/sortable";
import classes from "./album.module.css";
import { EntryPicture } from "./entry-picture";
import { titleOf } from "./use-preview";

interface TileActs {
  onOpen: (id: number) => void;
  onEdit: (id: number) => void;
  onCover: (id: number) => void;
  onRemove: (ids: readonly number[]) => void;
  onChoose: (id: number, isChosen: boolean) => void;
}

interface AlbumGridProps extends TileActs {
  items: readonly AlbumEntry[];
  cover: number | undefined;
  chosen: ReadonlySet<number>;
  savedIds: ReadonlySet<number>;
  isFixed: boolean;
  onSort: (ids: number[]) => void;
}

/** An album's small pictures, to be sorted. Not rendered again during uploads. */
export const AlbumGrid = memo(function AlbumGrid(props: AlbumGridProps) {
  const { items, cover, chosen, savedIds, isFixed, onSort, ...acts } = props;
  const isPhone = useIsPhone();
  return (
    <Sortable
      isGrid
      items={items}
      idOf={({ media_id }) => media_id}
      nameOf={titleOf}
      onSort={onSort}
      label={t("相册内容")}
      className={`${basic.grid} ${basic.gap12} ${basic.list} ${classes.grid}`}
      isFixed={isFixed}
      render={(entry, { handle, isDragged }) => (
        <Tile
          {...acts}
          entry={entry}
          isCover={entry.media_id === cover}
          isChosen={chosen.has(entry.media_id)}
          isNew={!savedIds.has(entry.media_id)}
          isDragged={isDragged}
          isPhone={isPhone}
          handle={handle}
        />
      )}
    />
  );
});

interface TileProps extends TileActs {
  entry: AlbumEntry;
  isCover: boolean;
  isChosen: boolean;
  isNew: boolean;
  isDragged: boolean;
  isPhone: boolean;
  handle: ReactNode;
}

function Tile({ entry, isCover, isChosen, isNew, isDragged, isPhone, handle, ...acts }: TileProps) {
  const id = entry.media_id;
  const name = titleOf(entry);
  return (
    <>
      <div className={classes.frame} data-chosen={isChosen || undefined} data-dragged={isDragged || undefined}>
        <UnstyledButton
          className={basic.fill}
          onClick={() => acts.onOpen(id)}
          aria-label={entry.is_film ? t("播放{name}", { name }) : t("查看图片{name}", { name })}
        >
          <EntryPicture entry={entry} />
        </UnstyledButton>
        <div style={{ position: "absolute", inset: "0 auto auto 0", padding: 8, cursor: "pointer" }} data-no-drag>
          <Checkbox
            checked={isChosen}
            onChange={(event) => acts.onChoose(id, event.currentTarget.checked)}
            aria-label={t("选择{name}", { name })}
          />
        </div>
        {isPhone ? null : <span className={classes.handle}>{handle}</span>}
        {isCover ? <span className={classes.badge}>{t("封面")}</span> : null}
        {isNew ? <span className={classes.fresh}>{t("未保存")}</span> : null}
        {isPhone ? (
          <Act
            label={t("{name}的操作", { name })}
            icon={IconDots}
            className={classes.more}
            onClick={() => acts.onEdit(id)}
          />
        ) : null}
      </div>
      <Text fz={13} m="4px 2px 0" truncate title={entry.caption ?? undefined}>
        <b className={`${basic.dim} ${basic.medium}`}>{t(albumCategories[entry.category])}</b> {entry.caption}
      </Text>
      {isPhone ? null : (
        <div className={`${basic.flex} ${basic.gap2}`}>
          {entry.is_film ? null : (
            <Act
              label={isCover ? t("{name}是封面", { name }) : t("将{name}设为封面", { name })}
              icon={isCover ? IconStarFilled : IconStar}
              onClick={() => acts.onCover(id)}
            />
          )}
          <Act label={t("编辑{name}", { name })} icon={IconPencil} onClick={() => acts.onEdit(id)} />
          <Act label={t("移除{name}", { name })} icon={IconTrash} onClick={() => acts.onRemove([id])} />
        </div>
      )}
    </>
  );
}

interface ActProps {
  label: string;
  icon: typeof IconDots;
  className?: string | undefined;
  onClick: () => void;
}

const Act = ({ label, icon: Icon, className, onClick }: ActProps) => (
  <ActionIcon
    variant={className ? "default" : "subtle"}
    color="gray"
    size={className ? 32 : 30}
    className={className}
    onClick={onClick}
    aria-label={label}
    title={label}
  >
    <Icon size={17} aria-hidden />
  </ActionIcon>
);
