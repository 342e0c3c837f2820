import { IconPhotoOff, IconPlayerPlay } from "@tabler/icons-react";
import { useState } from "react";
import basic from "~/app/basic.module.css";
import type { AlbumEntry } from "~/contract/house/album";
import classes from "./album.module.css";

/** A small picture, or a film's icon. */
export function EntryPicture({ entry: { name, thumb, is_film } }: { entry: AlbumEntry }) {
  const [failed, setFailed] = useState<string>();
  if (is_film)
    return (
      <span className={`${classes.sign} ${basic.centered} ${basic.gap4} ${basic.anywhere}`}>
        <IconPlayerPlay size={28} stroke={1.5} aria-hidden />
        <span>{name}</span>
      </span>
    );
  if (!thumb || failed === thumb)
    return (
      <span className={`${classes.sign} ${basic.centered} ${basic.gap4} ${basic.anywhere}`}>
        <IconPhotoOff size={28} stroke={1.5} aria-hidden />
        <span>{name}</span>
      </span>
    );
  return (
    <img
      className={`${basic.block} ${basic.fill}`}
      src={thumb}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={() => setFailed(thumb)}
    />
  );
}
