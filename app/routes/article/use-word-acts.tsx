import { type ReactNode, useState } from "react";
import { useAct } from "~/app/blocks/feedback/use-act";
import { useConfirm } from "~/app/blocks/feedback/use-confirm";
import { t } from "~/app/i18n/t";
import { renewScene } from "~/app/session/scenes";
import type { category } from "~/contract/article/category";
import type { tag } from "~/contract/article/tag";
import type { Scene } from "~/contract/shared/option";

export interface Word {
  id: number;
  version: number;
  name: string;
  use_count: number;
  can: { enable: boolean; disable: boolean; delete: boolean; merge?: boolean };
}

interface WordParts {
  endpoints: Pick<typeof tag | typeof category, "enable" | "disable" | "remove">;
  /** Asks for the one to merge it into. */
  merge: (row: Word, onDone: () => void, onClose: () => void) => ReactNode;
  /** Where they are chosen: what is offered there changes as well. */
  scene: Scene;
}

/** The actions on a tag or a category, except editing it. */
export function useWordActs({ endpoints, merge, scene }: WordParts) {
  const [merged, setMerged] = useState<Word>();
  const { run } = useAct();
  const { confirm, dialog } = useConfirm();
  const onSuccess = () => renewScene(scene);
  const done = () => {
    onSuccess();
    setMerged(undefined);
  };
  return {
    actionsOf: (row: Word) => {
      const { id, name, use_count, can } = row;
      const input = { params: { id } };
      return [
        (can.merge ?? true) && { label: t("合并"), onSelect: () => setMerged(row) },
        can.enable && {
          label: t("启用"),
          onSelect: () => run(endpoints.enable, input, { success: t("已启用"), onSuccess }),
        },
        can.disable && {
          label: t("停用"),
          onSelect: () =>
            confirm(endpoints.disable, input, {
              text: t("“{name}”停用后写资讯时不能再选，已用它的 {n} 篇资讯不变。", { name, n: use_count }),
              confirmLabel: t("停用"),
              success: t("已停用"),
              onSuccess,
            }),
        },
        can.delete && {
          label: t("删除"),
          isDanger: true,
          onSelect: () =>
            confirm(endpoints.remove, input, {
              text: t("“{name}”将被删除，不能恢复。", { name }),
              confirmLabel: t("删除"),
              success: t("已删除"),
              closesOnError: true,
              onSuccess,
            }),
        },
      ];
    },
    dialog: (
      <>
        {merged ? merge(merged, done, () => setMerged(undefined)) : null}
        {dialog}
      </>
    ),
  };
}
