import { IconCheck, IconX } from "@tabler/icons-react";
import type { MutableRefObject } from "react";
import { toast } from "~/app/api/toast";
import { useAct } from "~/app/blocks/form/use-act";
import { AlbumPanel } from "~/app/features/album/album-panel";
import { t } from "~/app/i18n/t";
import type { Reply } from "~/contract/endpoint";
import { album as contract } from "~/contract/house/album";
import { type EstateDetail, neededPictures } from "~/contract/house/estate";
import classes from "./estate-edit.module.css";

interface PicturePanelProps {
  record: EstateDetail;
  album: Reply<typeof contract.ofEstate> | undefined;
  unsaved: MutableRefObject<boolean>;
}

/** The pictures and films of an estate, which are saved by themselves, and what its submission needs of them. */
export function PicturePanel({ record, album, unsaved }: PicturePanelProps) {
  const { run, pending } = useAct();
  const has = (category: string) => album?.items.some((item) => item.category === category) ?? false;
  return (
    <>
      <ul className={classes.needs} aria-label={t("提交审核需要的图片")}>
        {neededPictures.map(({ key, label }) => (
          <li key={key} data-met={has(key) || undefined}>
            {has(key) ? <IconCheck size={16} aria-label={t("已具备")} /> : <IconX size={16} aria-label={t("缺少")} />}
            {t("至少一张{label}", { label: t(label) })}
          </li>
        ))}
        <li>{t("第一张外观图为封面，也可另选；视频最多10个，归入视频或VR")}</li>
        {album?.is_proposed ? <li data-waiting>{t("相册变更审核中，对外仍显示原相册")}</li> : null}
      </ul>
      <AlbumPanel
        album={album}
        mayEdit
        pending={pending}
        dirty={unsaved}
        onSave={(body, { onSuccess, onError }) =>
          run(
            contract.replaceOfEstate,
            { params: { id: record.id }, body },
            {
              onSuccess: (kept) => {
                toast.success(kept.is_proposed ? t("相册已提交审核，通过前对外仍显示原相册") : t("相册已保存"));
                onSuccess(kept);
              },
              onError,
            },
          )
        }
      />
    </>
  );
}
