import { Button } from "@mantine/core";
import { IconCamera, IconLibraryPhoto, IconPhotoPlus } from "@tabler/icons-react";
import { useRef } from "react";
import basic from "~/app/basic.module.css";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { t } from "~/app/i18n/t";
import { type AlbumEntry, albumLimits } from "~/contract/house/album";
import { mimesOf } from "../upload/use-uploads";
import classes from "./album.module.css";

interface AddersProps {
  items: readonly AlbumEntry[];
  onChosen: (files: File[]) => void;
  /** Chooses from the media library, for who may see it. */
  onPick: (() => void) | undefined;
}

export function Adders({ items, onChosen, onPick }: AddersProps) {
  const isPhone = useIsPhone();
  const films = items.filter(({ is_film }) => is_film).length;
  const counts = { images: items.length - films, films };
  return (
    <div className={`${classes.adders} ${basic.wrap} ${basic.gap8}`}>
      <span className={`${basic.dim} ${basic.size13} ${classes.counts}`}>
        {t("图片{images}/{mostImages}，视频{films}/{mostFilms}", {
          ...counts,
          mostImages: albumLimits.images,
          mostFilms: albumLimits.films,
        })}
      </span>
      {isPhone ? <Adder label={t("拍照")} icon={IconCamera} isCamera onChosen={onChosen} /> : null}
      <Adder label={t("添加图片或视频")} icon={IconPhotoPlus} onChosen={onChosen} />
      {onPick ? (
        <Button variant="light" leftSection={<IconLibraryPhoto size={16} aria-hidden />} onClick={onPick}>
          {t("从素材库选择")}
        </Button>
      ) : null}
    </div>
  );
}

interface AdderProps {
  label: string;
  icon: typeof IconPhotoPlus;
  isCamera?: boolean;
  onChosen: (files: File[]) => void;
}

function Adder({ label, icon: Icon, isCamera = false, onChosen }: AdderProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        variant="light"
        leftSection={<Icon size={16} aria-hidden />}
        title={isCamera ? undefined : t("可拖入或粘贴多个文件")}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple={!isCamera}
        accept={(isCamera ? mimesOf("album") : [...mimesOf("album"), ...mimesOf("film")]).join(",")}
        capture={isCamera ? "environment" : undefined}
        aria-label={t("选择文件：{label}", { label })}
        onChange={(event) => {
          onChosen([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = "";
        }}
      />
    </>
  );
}
