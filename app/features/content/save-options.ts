import { t } from "~/app/i18n/t";
import { isLive } from "~/contract/content/publishing";
import type { ContentRecord } from "./content-kind";

export interface SaveOption {
  label: string;
  as: "new" | "piece" | "draft";
  next: "stay" | "publish" | "schedule" | "publishDraft" | "submit" | "submitDraft";
  success?: string;
}

interface Viewer {
  record: ContentRecord | undefined;
  isDraft: boolean;
  mayPublish: boolean;
  /** A second person is asked (domain C.7). */
  isReviewed: boolean;
}

export function saveOptionsOf({ record, isDraft, mayPublish, isReviewed }: Viewer): SaveOption[] {
  if (!record) {
    const further = isReviewed ? [handingIn("new")] : mayPublish ? onward("new") : [];
    return [stay("new", t("存草稿"), t("已存为草稿")), ...further];
  }
  const { can, draft, publish_status } = record;
  const draftStays = (label: string) => stay("draft", label, t("修改稿已保存"));
  if (isDraft)
    return [
      draftStays(t("保存修改稿")),
      ...(isReviewed ? [{ label: t("提交审核"), as: "draft", next: "submitDraft" } as const] : []),
      ...(can.save_live && !isReviewed ? [{ label: t("发布修改稿"), as: "draft", next: "publishDraft" } as const] : []),
    ];
  if (isLive(publish_status))
    return [...(draft ? [] : [draftStays(t("存为修改稿"))]), ...(can.save_live ? [updateOf(publish_status)] : [])];
  const label = publish_status === "draft" ? t("存草稿") : t("保存");
  if (isReviewed) return [stay("piece", label, t("已保存")), handingIn("piece")];
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

const handingIn = (as: SaveOption["as"]): SaveOption => ({ as, label: t("提交审核"), next: "submit" });

const onward = (as: SaveOption["as"]): SaveOption[] => [
  { as, label: t("定时发布"), next: "schedule" },
  { as, label: t("发布"), next: "publish" },
];
