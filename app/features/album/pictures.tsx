import { UnstyledButton } from "@mantine/core";
import { useRevalidator } from "@remix-run/react";
import { useRef, useState } from "react";
import basic from "~/app/basic.module.css";
import { lazyPart } from "~/app/blocks/lazy-part";
import type { Picture } from "~/app/features/upload/picture-preview";
import { t } from "~/app/i18n/t";
import classes from "./pictures.module.css";

const PicturePreview = lazyPart(() => import("~/app/features/upload/picture-preview"), "PicturePreview");

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
    <div className={`${classes.list} ${basic.flow} ${basic.gap8}`} data-small={isSmall || undefined}>
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
