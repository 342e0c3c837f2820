import { Group } from "@mantine/core";
import { type Dispatch, type DragEvent, type SetStateAction, useEffect, useMemo, useRef, useState } from "react";
import basic from "~/app/basic.module.css";
import { Confirm } from "~/app/blocks/feedback/confirm";
import { Empty } from "~/app/blocks/feedback/states";
import { lazyPart } from "~/app/blocks/lazy-part";
import { useLatest } from "~/app/blocks/use-latest";
import drop from "~/app/features/upload/drop-area.module.css";
import { t } from "~/app/i18n/t";
import type { MediaRow } from "~/contract/content/media";
import { type AlbumCategory, type AlbumEntry, albumLimits, categoriesOf, coverIn } from "~/contract/house/album";
import { useMediaPicker } from "../media-library/use-media-picker";
import { useOfferedFiles } from "../upload/use-offered-files";
import { Adders } from "./adders";
import { AlbumGrid } from "./album-grid";
import { CategoryFilter } from "./category-filter";
import { IncomingList } from "./incoming-list";
import { SelectionBar } from "./selection-bar";
import { useAlbumUploads } from "./use-album-uploads";
import { usePreview } from "./use-preview";

const EntryForm = lazyPart(() => import("./entry-form"), "EntryForm");

interface AlbumEditorProps {
  items: readonly AlbumEntry[];
  saved: readonly AlbumEntry[];
  /** What else shows some of these, which then stay. */
  staying?: (ids: readonly number[]) => string | undefined;
  isFixed: boolean;
  onChange: Dispatch<SetStateAction<AlbumEntry[]>>;
  onSending: (count: number) => void;
}

export function AlbumEditor({ items, saved, staying, isFixed, onChange, onSending }: AlbumEditorProps) {
  const [category, setCategory] = useState<AlbumCategory>();
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [edited, setEdited] = useState<number>();
  const [doomed, setDoomed] = useState<readonly number[]>([]);
  const [isOver, setIsOver] = useState(false);
  const block = useRef<HTMLFieldSetElement>(null);
  const { open, preview } = usePreview(items);
  const { incoming, done, add, retry, cancel } = useAlbumUploads({ items, category, onChange });
  useOfferedFiles(block, add);
  const room = albumLimits.images - items.filter(({ is_film }) => !is_film).length;
  const picker = useMediaPicker("album", Math.max(1, room), (files) =>
    onChange((now) => withPicked(now, files, category)),
  );

  const underWay = incoming.filter(({ state }) => state !== "failed").length;
  // The panel asks before the page is left during uploads.
  useEffect(() => onSending(underWay), [onSending, underWay]);

  const shown = useMemo(() => items.filter((item) => !category || item.category === category), [items, category]);
  const savedIds = useMemo(() => new Set(saved.map(({ media_id }) => media_id)), [saved]);
  const cover = coverIn(items.filter(({ is_film }) => !is_film))?.media_id;
  const present = shown.filter(({ media_id }) => chosen.has(media_id)).map(({ media_id }) => media_id);
  const entry = items.find(({ media_id }) => media_id === edited);

  const change = (ids: readonly number[], part: Partial<AlbumEntry>) =>
    onChange((now) =>
      now.map((item) => (ids.includes(item.media_id) && fits(item, part) ? { ...item, ...part } : item)),
    );
  const setCover = useLatest((id: number) =>
    onChange((now) => now.map((item) => ({ ...item, is_cover: item.media_id === id }))),
  );
  const remove = (ids: readonly number[]) => {
    onChange((now) => now.filter(({ media_id }) => !ids.includes(media_id)));
    setChosen(new Set());
    setDoomed([]);
    setEdited(undefined);
  };
  const askRemove = useLatest((ids: readonly number[]) =>
    ids.some((id) => savedIds.has(id)) ? setDoomed(ids) : remove(ids),
  );
  const choose = useLatest((id: number, isChosen: boolean) =>
    setChosen((now) => new Set(isChosen ? [...now, id] : [...now].filter((other) => other !== id))),
  );
  const sort = useLatest((ids: number[]) => onChange((now) => inOrder(now, ids)));
  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    setIsOver(true);
  };
  return (
    <fieldset
      ref={block}
      className={`${basic.bare} ${drop.area} ${basic.rounded}`}
      aria-label={t("相册图片和视频")}
      data-over={isOver || undefined}
      onDragOver={over}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false);
      }}
      onDrop={(event) => {
        if (event.dataTransfer.files.length === 0) return;
        event.preventDefault();
        setIsOver(false);
        add([...event.dataTransfer.files]);
      }}
    >
      <Group justify="space-between" align="flex-start" gap="8px 16px" mb={12}>
        <CategoryFilter items={items} value={category} onChange={setCategory} showsAll />
        <Adders items={items} onChosen={add} onPick={room > 0 ? picker.open : undefined} />
      </Group>
      <IncomingList incoming={incoming} done={done} onRetry={retry} onCancel={cancel} />
      {present.length > 0 ? (
        <SelectionBar
          count={present.length}
          onCategory={(wanted) => change(present, { category: wanted })}
          onAll={() => setChosen(new Set(shown.map(({ media_id }) => media_id)))}
          onRemove={() => askRemove(present)}
          onClear={() => setChosen(new Set())}
        />
      ) : null}
      {shown.length > 0 ? (
        <AlbumGrid
          {...{ items: shown, cover, chosen, savedIds, isFixed }}
          {...{
            onSort: sort,
            onOpen: open,
            onEdit: setEdited,
            onCover: setCover,
            onRemove: askRemove,
            onChoose: choose,
          }}
        />
      ) : (
        <Empty
          title={
            items.length > 0 ? t("该分类暂无图片，添加的图片将归入该分类") : t("暂无图片，点击添加或把文件拖到这里")
          }
        />
      )}
      {picker.dialog}
      {preview}
      {entry ? (
        <EntryForm
          key={entry.media_id}
          entry={entry}
          isCover={entry.media_id === cover}
          onChange={(part) => change([entry.media_id], part)}
          onCover={() => setCover(entry.media_id)}
          onMove={(to) => onChange((now) => moved(now, shown, entry.media_id, to))}
          onRemove={() => askRemove([entry.media_id])}
          onClose={() => setEdited(undefined)}
        />
      ) : null}
      {doomed.length > 0 ? (
        <Confirm
          title={t("移除图片")}
          text={[
            t("将从相册移除{count}项，保存相册后文件会被删除，不能恢复。", { count: doomed.length }),
            staying?.(doomed),
          ]
            .filter(Boolean)
            .join("")}
          confirmLabel={t("移除")}
          pending={false}
          onConfirm={() => remove(doomed)}
          onClose={() => setDoomed([])}
        />
      ) : null}
    </fieldset>
  );
}

/** Pictures of the media library, behind those that are there; none twice. */
function withPicked(now: AlbumEntry[], files: readonly MediaRow[], category: AlbumCategory | undefined): AlbumEntry[] {
  const mayBe = categoriesOf(false);
  const fresh = files.filter(({ id }) => now.every(({ media_id }) => media_id !== id));
  const entries = fresh.map(({ id, name, url, thumb }) => ({
    ...{ media_id: id, name, url, thumb, is_film: false, caption: null, sort: 0, is_cover: false },
    category: category && mayBe.includes(category) ? category : ("exterior" as const),
  }));
  return [...now, ...entries];
}

const fits = ({ is_film }: AlbumEntry, { category }: Partial<AlbumEntry>) =>
  category === undefined || categoriesOf(is_film).includes(category);

function inOrder(items: readonly AlbumEntry[], ids: readonly number[]): AlbumEntry[] {
  const byId = new Map(items.map((item) => [item.media_id, item]));
  const wanted = ids.flatMap((id) => byId.get(id) ?? []);
  const places = new Set(ids);
  return items.map((item) => (places.has(item.media_id) ? (wanted.shift() ?? item) : item));
}

function moved(items: readonly AlbumEntry[], shown: readonly AlbumEntry[], id: number, to: "first" | number) {
  const ids = shown.map(({ media_id }) => media_id);
  const from = ids.indexOf(id);
  const place = to === "first" ? 0 : Math.min(ids.length - 1, Math.max(0, from + to));
  ids.splice(from, 1);
  ids.splice(place, 0, id);
  return inOrder(items, ids);
}
