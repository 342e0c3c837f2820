import { actDialog } from "~/app/blocks/form/act/act-dialog";
import { t } from "~/app/i18n/t";
import { type MediaRow, media } from "~/contract/content/media";

export const replacing = actDialog({
  endpoint: media.replace,
  title: () => t("替换素材"),
  about: ({ name }: MediaRow) =>
    t("“{name}”的所有引用改用新文件：已发布、定时、草稿和修改稿随之更新，网址变为新的；历史版本不变。", { name }),
  fields: ({ scene }: MediaRow) => [{ name: "media_id", media: { scene, isNew: true } }],
  input: ({ id, version }: MediaRow) => ({ params: { id }, body: { version } }),
  submitLabel: "替换",
});

const sent = (scene: "content" | "film" | "report", title: string) =>
  actDialog({
    endpoint: media.keep,
    title: () => t(title),
    about: (_: string) => t("上传的文件留在素材库中，写内容时可直接选用。"),
    fields: [{ name: "ids", media: { scene, isNew: true } }],
    submitLabel: "保存",
    success: () => t("已上传"),
  });

/** Sending files for the library, by scene. */
export const keeping = {
  content: sent("content", "上传图片"),
  film: sent("film", "上传视频"),
  report: sent("report", "上传报告"),
};
