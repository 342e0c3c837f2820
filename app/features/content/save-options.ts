import { t } from "~/app/i18n/t";
import { isLive } from "~/contract/content/publishing";
import type { ContentRecord } from "./content-kind";

export interface SaveOption {
  label: string;
  as: "new" | "piece" | "draft";
  next: "stay" | "publish" | "schedule" | "publishDraft";
  success?: string;
}

interface Viewer {
  record: ContentRecord | undefined;
  isDraft: boolean;
  mayPublish: boolean;
}

export function saveOptionsOf({ record, isDraft, mayPublish }: Viewer): SaveOption[] {
  if (!record) return [stay("new", t("存草稿"), t("已存为草稿")), ...(mayPublish ? onward("new") : [])];
  const { can, draft, publish_status } = record;
  const draftStays = (label: string) => stay("draft", label, t("修改稿已保存"));
  if (isDraft)
    return [
      draftStays(t("保存修改稿")),
      ...(can.save_live ? [{ label: t("发布修改稿"), as: "draft", next: "publishDraft" } as const] : []),
    ];
  if (isLive(publish_status))
    return [...(draft ? [] : [draftStays(t("存为修改稿"))]), ...(can.save_live ? [updateOf(publish_status)] : [])];
  const label = publish_status === "draft" ? t("存草稿") : t("保存");
  return [stay("piece", label, t("已保存")), ...(can.publish ? onward("piece") : [])];
}

const stay = (as: SaveOption["as"], label: string, success: string): SaveOption => ({
  as,
  label,
  next: "stay",
  success,
});

/** A scheduled piece is not public yet. */
const updateOf = (status: ContentRecord["publish_status"]): SaveOption =>
  status === "scheduled"
    ? stay("piece", t("更新定时内容"), t("已更新定时内容"))
    : stay("piece", t("更新公开内容"), t("已更新公开内容"));

const onward = (as: SaveOption["as"]): SaveOption[] => [
  { as, label: t("定时发布"), next: "schedule" },
  { as, label: t("发布"), next: "publish" },
];
