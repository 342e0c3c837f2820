import { useAct } from "~/app/blocks/feedback/use-act";
import { useConfirm } from "~/app/blocks/feedback/use-confirm";
import { t } from "~/app/i18n/t";
import { renewScene } from "~/app/session/scenes";
import type { section } from "~/contract/seo/section";
import type { seoTag } from "~/contract/seo/tag";
import type { topicDesc, topicTitle } from "~/contract/seo/topic-template";
import type { Scene } from "~/contract/shared/option";

interface Row {
  id: number;
  can: { enable: boolean; disable: boolean; delete: boolean };
}

interface Parts<R extends Row> {
  endpoints: Pick<
    typeof section | typeof seoTag | typeof topicTitle | typeof topicDesc,
    "enable" | "disable" | "remove"
  >;
  nameOf: (row: R) => string;
  /** What disabling it does. */
  disabling: (name: string) => string;
  /** Where they are chosen: its options change as well. */
  scene?: Scene;
}

/** 启用, 停用 and 删除 of a list's rows, with their questions. */
export function useStatusActs<R extends Row>({ endpoints, nameOf, disabling, scene }: Parts<R>) {
  const { run } = useAct();
  const { confirm, dialog } = useConfirm();
  const onSuccess = () => scene && renewScene(scene);
  return {
    actionsOf: (row: R) => {
      const input = { params: { id: row.id } };
      const name = nameOf(row);
      return [
        row.can.enable && {
          label: t("启用"),
          onSelect: () => run(endpoints.enable, input, { success: t("已启用"), onSuccess }),
        },
        row.can.disable && {
          label: t("停用"),
          onSelect: () =>
            confirm(endpoints.disable, input, {
              text: disabling(name),
              confirmLabel: t("停用"),
              success: t("已停用"),
              onSuccess,
            }),
        },
        row.can.delete && {
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
    dialog,
  };
}
