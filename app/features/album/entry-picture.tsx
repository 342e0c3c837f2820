import { Stack } from "@mantine/core";
import { IconPhotoOff, IconPlayerPlay } from "@tabler/icons-react";
import { useState } from "react";
import basic from "~/app/basic.module.css";
import type { AlbumEntry } from "~/contract/house/album";

export function EntryPicture({ entry: { name, thumb, is_film } }: { entry: AlbumEntry }) {
  const [failed, setFailed] = useState<string>();
  if (is_film || !thumb || failed === thumb) {
    const Icon = is_film ? IconPlayerPlay : IconPhotoOff;
    return (
      <Stack
        component="span"
        align="center"
        justify="center"
        gap={4}
        h="100%"
        p={8}
        c="dimmed"
        fz={12}
        ta="center"
        className={basic.anywhere}
      >
        <Icon size={28} stroke={1.5} aria-hidden />
        <span>{name}</span>
      </Stack>
    );
  }
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
