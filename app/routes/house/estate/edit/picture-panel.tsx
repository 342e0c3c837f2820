import { Box, Text, UnstyledButton } from "@mantine/core";
import { IconCheck, IconX } from "@tabler/icons-react";
import type { MutableRefObject } from "react";
import basic from "~/app/basic.module.css";
import { Panel } from "~/app/blocks/detail/panel";
import { useAct } from "~/app/blocks/feedback/use-act";
import { SmallLink } from "~/app/blocks/page-link";
import { AlbumPanel } from "~/app/features/album/album-panel";
import { usePreview } from "~/app/features/album/use-preview";
import { t } from "~/app/i18n/t";
import { type AlbumEntry, album as contract, type EstateAlbum, picturesOf } from "~/contract/house/album";
import { type EstateDetail, neededPictures } from "~/contract/house/estate";
import type { RoomRow } from "~/contract/house/room";
import { editPath } from "../estate-paths";
import classes from "./estate-edit.module.css";
import { planOf } from "./room-plan";

interface PicturePanelProps {
  record: EstateDetail;
  rooms: readonly RoomRow[];
  album: EstateAlbum;
  unsaved: MutableRefObject<boolean>;
}

export function PicturePanel({ record, rooms, album, unsaved }: PicturePanelProps) {
  const { run, pending } = useAct();
  const has = (category: string) => picturesOf(album).some((item) => item.category === category);
  return (
    <>
      <ul className={`${classes.needs} ${basic.flow} ${basic.list}`} aria-label={t("提交审核需要的图片")}>
        {neededPictures.map(({ key, label }) => (
          <li key={key} className={has(key) ? basic.good : undefined}>
            {has(key) ? <IconCheck size={16} aria-label={t("已具备")} /> : <IconX size={16} aria-label={t("缺少")} />}
            {t("至少一张{label}", { label: t(label) })}
          </li>
        ))}
        <li>{t("第一张外观图为封面，也可另选；视频最多10个，归入视频或VR")}</li>
        {album.is_proposed ? <li className={basic.due}>{t("相册变更审核中，对外仍显示原相册")}</li> : null}
      </ul>
      {album.plans.length ? (
        <Box mb={16}>
          <RoomPlans id={record.id} plans={album.plans} />
        </Box>
      ) : null}
      <AlbumPanel
        album={album}
        mayEdit
        pending={pending}
        dirty={unsaved}
        staying={(ids) => stayingIn(rooms, ids)}
        onSave={(body, then) =>
          run(
            contract.replaceOfEstate,
            { params: { id: record.id }, body },
            {
              success: ({ is_proposed }) =>
                is_proposed ? t("相册已提交审核，通过前对外仍显示原相册") : t("相册已保存"),
              ...then,
            },
          )
        }
      />
    </>
  );
}

function RoomPlans({ id, plans }: { id: number; plans: readonly AlbumEntry[] }) {
  const { open, preview } = usePreview(plans);
  return (
    <Panel
      title={t("户型中的户型图 {n}", { n: plans.length })}
      tools={
        <SmallLink to={editPath(id, "rooms")} replace preventScrollReset>
          {t("到户型中更换")}
        </SmallLink>
      }
    >
      <Text c="dimmed" fz={13} mb={8}>
        {t("已计入相册的平面图/户型图，无需再次上传。")}
      </Text>
      <ul className={`${classes.plans} ${basic.list} ${basic.flow} ${basic.gap10} ${basic.size13}`}>
        {plans.map(({ media_id, thumb, caption }) => (
          <li key={media_id}>
            <UnstyledButton
              onClick={() => open(media_id)}
              aria-label={t("查看{name}的户型图", { name: caption ?? "" })}
            >
              <img src={thumb ?? ""} alt="" />
              {caption}
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {preview}
    </Panel>
  );
}

function stayingIn(rooms: readonly RoomRow[], ids: readonly number[]): string | undefined {
  const names = rooms.filter((room) => ids.includes(planOf(room))).map(({ name }) => name);
  return names.length
    ? t("其中户型 {names} 的户型图不会删除，仍在户型中使用并计入相册。", { names: names.join("、") })
    : undefined;
}
