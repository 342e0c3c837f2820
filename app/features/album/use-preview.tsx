import { type ReactNode, useState } from "react";
import { lazyPart } from "~/app/blocks/lazy-part";
import type { AlbumEntry } from "~/contract/house/album";

const PicturePreview = lazyPart(() => import("~/app/features/upload/picture-preview"), "PicturePreview");
const FilmPreview = lazyPart(() => import("./film-preview"), "FilmPreview");

/** An entry's name: its caption, else its file. */
export const titleOf = ({ caption, name }: Pick<AlbumEntry, "caption" | "name">): string => caption || name;

export function usePreview(items: readonly AlbumEntry[]): { open: (id: number) => void; preview: ReactNode } {
  const [opened, setOpened] = useState<number>();
  const entry = items.find(({ media_id }) => media_id === opened);
  const close = () => setOpened(undefined);
  const pictures = items
    .filter(({ is_film }) => !is_film)
    .map((item) => ({ id: item.media_id, name: titleOf(item), url: item.url }));
  const preview = entry ? (
    entry.is_film ? (
      <FilmPreview name={titleOf(entry)} url={entry.url} onClose={close} />
    ) : (
      <PicturePreview pictures={pictures} first={entry.media_id} onClose={close} />
    )
  ) : null;
  return { open: setOpened, preview };
}
