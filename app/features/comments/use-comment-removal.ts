import { useConfirm } from "~/app/blocks/feedback/use-confirm";
import { t } from "~/app/i18n/t";
import { type CommentRow, comment } from "~/contract/shared/comment";

export function useCommentRemoval(onSuccess?: () => void) {
  const { confirm, dialog } = useConfirm();
  const remove = (row: CommentRow) =>
    confirm(
      comment.remove,
      { params: { id: row.id } },
      {
        text: t("确定删除这条评论？提及的同事将不再收到它。"),
        confirmLabel: t("删除"),
        success: t("评论已删除"),
        ...(onSuccess ? { onSuccess } : {}),
      },
    );
  return { remove, dialog };
}
