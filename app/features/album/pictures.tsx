import { UnstyledButton } from "@mantine/core";
import { useRevalidator } from "@remix-run/react";
import { useRef, useState } from "react";
import { lazyPart } from "~/app/blocks/lazy-part";
import { t } from "~/app/i18n/t";
import type { Picture } from "./picture-preview";
import classes from "./pictures.module.css";

const PicturePreview = lazyPart(() => import("./picture-preview"), "PicturePreview");

/** The pictures of a record, small; one of them opens them all over the screen. Their addresses live for ten minutes: one that fails has the page's data loaded again, but not twice without having been seen. */
export function Pictures({ pictures, isSmall }: { pictures: readonly Picture[]; isSmall?: boolean }) {
  const [opened, setOpened] = useState<number>();
  const { revalidate } = useRevalidator();
  const retried = useRef(new Set<number>());
  if (pictures.length === 0) return null;
  const retry = (id: number) => {
    if (retried.current.has(id)) return;
    retried.current.add(id);
    revalidate();
  };
  return (
    <div className={classes.list} data-small={isSmall || undefined}>
      {pictures.map(({ id, name, url }) => (
        <UnstyledButton key={id} onClick={() => setOpened(id)} aria-label={t("查看图片{name}", { name })}>
          <img src={url} alt="" loading="lazy" onLoad={() => retried.current.delete(id)} onError={() => retry(id)} />
        </UnstyledButton>
      ))}
      {opened === undefined ? null : (
        <PicturePreview pictures={pictures} first={opened} onFailed={retry} onClose={() => setOpened(undefined)} />
      )}
    </div>
  );
}
