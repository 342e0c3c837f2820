import { recordDialog } from "~/app/blocks/form/record-dialog";
import { t } from "~/app/i18n/t";
import { type TrackerDetail, type TrackerRow, tracker } from "~/contract/inquiry/tracker";

/** The form of a tracking point. */
export const trackerForm = recordDialog({
  create: tracker.create,
  update: tracker.update,
  title: (record?: TrackerDetail) => (record ? t("编辑追踪点 {code}", { code: record.code }) : t("新增追踪点")),
  draft: "tracker",
  begin: { platform: "web", page_type: "other" },
  sections: (record) => [
    {
      title: "基本信息",
      fields: [
        ...(record ? [] : (["code"] as const)),
        ...(["name", "platform", "channel", "page_type", "position"] as const),
        { name: "owner_id" },
      ],
    },
    {
      title: "链接",
      fields: [
        { name: "target_url", isWide: true },
        ...(["utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content"] as const),
      ],
    },
    {
      title: "投放",
      fields: ["cost_amount", "currency", "start_at", "end_at", { name: "remark", isWide: true }],
    },
  ],
});

/** What is asked before tracking points are taken out of use. */
export const disabling = (names: string) => ({
  text: t("{names} 停用后不再统计访问，已有数据保留；链接仍可打开。", { names }),
  confirmLabel: t("停用"),
});

/** What is asked before one is deleted. */
export const removing = ({ name, code }: TrackerRow) => ({
  text: t("确定删除 {name}（{code}）？删除后不能恢复。", { name, code }),
  confirmLabel: t("删除"),
  success: t("已删除"),
});
