import { useState } from "react";
import { useAct } from "~/app/blocks/feedback/use-act";
import { useConfirm } from "~/app/blocks/feedback/use-confirm";
import { lazyPart } from "~/app/blocks/lazy-part";
import type { RowAction } from "~/app/blocks/row-action";
import { t } from "~/app/i18n/t";
import { type KeywordRow, seoKeyword } from "~/contract/seo/keyword";

const RankDialog = lazyPart(() => import("./rank-dialog"), "RankDialog");
const RankHistory = lazyPart(() => import("./rank-history"), "RankHistory");

/** What one may do with a keyword. */
export function useKeywordActs(edit: (id: number) => RowAction) {
  const { run } = useAct();
  const { confirm, dialog } = useConfirm();
  const [opened, setOpened] = useState<{ act: "rank" | "history"; row: KeywordRow }>();
  const close = () => setOpened(undefined);
  const actionsOf = (row: KeywordRow): (RowAction | false)[] => {
    const { word, can } = row;
    const input = { params: { id: row.id } };
    return [
      can.edit && edit(row.id),
      can.rank && { label: t("新增排名"), onSelect: () => setOpened({ act: "rank", row }) },
      { label: t("曲线"), onSelect: () => setOpened({ act: "history", row }) },
      can.pause && { label: t("暂停"), onSelect: () => run(seoKeyword.pause, input, { success: t("已暂停") }) },
      can.resume && {
        label: t("恢复监测"),
        onSelect: () => run(seoKeyword.resume, input, { success: t("已恢复监测") }),
      },
      can.done && { label: t("标记达成"), onSelect: () => run(seoKeyword.done, input, { success: t("已标记达成") }) },
      can.delete && {
        label: t("删除"),
        isDanger: true,
        onSelect: () =>
          confirm(seoKeyword.remove, input, {
            text: t("“{word}”和它的排名记录将被删除，不能恢复。", { word }),
            confirmLabel: t("删除"),
            success: t("已删除"),
            closesOnError: true,
          }),
      },
    ];
  };
  return {
    actionsOf,
    dialog: (
      <>
        {opened?.act === "rank" ? <RankDialog row={opened.row} onClose={close} /> : null}
        {opened?.act === "history" ? <RankHistory row={opened.row} onClose={close} /> : null}
        {dialog}
      </>
    ),
  };
}
