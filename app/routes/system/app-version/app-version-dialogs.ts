import type { FormValues } from "~/app/blocks/form/field/schema-fields";
import { recordDialog } from "~/app/blocks/form/record-dialog";
import { t } from "~/app/i18n/t";
import { type AppVersionDetail, type AppVersionRow, appPlatforms, appVersion } from "~/contract/system/app-version";

const isAndroid = ({ platform }: FormValues) => platform === "android";
const isApple = ({ platform }: FormValues) => platform === "ios";

/** The form of a draft. */
export const draftForm = recordDialog({
  create: appVersion.create,
  update: appVersion.update,
  draft: "app-version",
  sections: (record?: AppVersionDetail) => [
    {
      title: "版本",
      fields: ["platform", "update_type", "version", "build", "min_supported", "gray_percent"],
    },
    {
      title: "内容",
      fields: [
        { name: "title", isWide: true },
        { name: "notes", isWide: true },
        { name: "store_url", when: isApple, isWide: true },
        {
          name: "package_id",
          when: isAndroid,
          media: { scene: "package", known: record?.package ? [record.package] : [] },
        },
      ],
    },
  ],
  success: () => t("草稿已保存"),
  submitLabel: "保存草稿",
});

export const platformName = ({ platform, version }: AppVersionRow) => `${t(appPlatforms[platform])} ${version}`;

/** What is asked before a version is released. */
export const releasing = (row: AppVersionRow) => ({
  text: t("{name}（Build {build}）将向 {gray_percent}% 的设备发布，发布后不能再编辑。", {
    name: platformName(row),
    build: row.build,
    gray_percent: row.gray_percent,
  }),
  confirmLabel: t("发布"),
  isDanger: false,
  success: t("已发布"),
});

/** What is asked before a released one is withdrawn. */
export const withdrawing = (row: AppVersionRow) => ({
  text: t("{name}（Build {build}）撤回后不再向设备推送，不能恢复；已安装的不受影响。", {
    name: platformName(row),
    build: row.build,
  }),
  confirmLabel: t("撤回"),
  success: t("已撤回"),
});

/** What is asked before a draft is deleted. */
export const removing = (row: AppVersionRow) => ({
  text: t("确定删除草稿 {name}（Build {build}）？安装包一并删除。", { name: platformName(row), build: row.build }),
  confirmLabel: t("删除"),
  success: t("已删除"),
});
