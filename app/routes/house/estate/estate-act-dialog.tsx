import { Textarea } from "@mantine/core";
import { Confirm } from "~/app/blocks/feedback/confirm";
import { Dialog } from "~/app/blocks/feedback/dialog";
import { ActForm } from "~/app/blocks/form/act-form";
import { useAct } from "~/app/blocks/form/use-act";
import { t } from "~/app/i18n/t";
import { EstateFlags, type EstateRow, estate } from "~/contract/house/estate";
import type { EstateAction } from "./estate-writes";

export type EstateDialogAct = "flag" | "unpublish" | "withdraw" | "remove" | "share";

interface EstateActDialogProps {
  act: EstateDialogAct;
  row: Pick<EstateRow, "id" | "name" | "estate_no" | "is_hot" | "is_recommend" | "sort">;
  /** What is shared. */
  text: string | undefined;
  onRemoved: (() => void) | undefined;
  onClose: () => void;
}

/** Asks before an act with an estate, or for what the act needs. */
export function EstateActDialog({ act, row, text, onRemoved, onClose }: EstateActDialogProps) {
  const { run, pending } = useAct<EstateAction>();
  const params = { id: row.id };
  const about = { name: row.name, no: row.estate_no };
  const shared = { pending, onClose };
  switch (act) {
    case "flag":
      return (
        <ActForm
          {...shared}
          title={t("设为热门/推荐")}
          about={row.name}
          schema={EstateFlags}
          fields={["is_hot", "is_recommend", "sort"]}
          value={{ is_hot: row.is_hot, is_recommend: row.is_recommend, sort: row.sort }}
          onSubmit={(body, then) => run("flag", { params, body }, { success: t("已保存"), ...then(onClose) })}
        />
      );
    case "unpublish":
      return (
        <ActForm
          {...shared}
          title={t("下架房源")}
          about={t("{name}（{no}）下架后不再对外展示。", about)}
          schema={estate.unpublish.body}
          fields={["reason"]}
          submitLabel={t("下架")}
          isDanger
          onSubmit={(body, then) => run("unpublish", { params, body }, { success: t("已下架"), ...then(onClose) })}
        />
      );
    case "withdraw":
      return (
        <Confirm
          {...shared}
          title={t("撤回审核")}
          text={t("撤回 {name}（{no}）待审核的内容？撤回后可修改并重新提交。", about)}
          confirmLabel={t("撤回")}
          isDanger={false}
          onConfirm={() => run("withdraw", { params }, { success: t("已撤回"), onSuccess: onClose })}
        />
      );
    case "remove":
      return (
        <Confirm
          {...shared}
          title={t("删除房源")}
          text={t("确定删除 {name}（{no}）？删除后不能恢复。", about)}
          confirmLabel={t("删除")}
          onConfirm={() =>
            run(
              "remove",
              { params },
              {
                success: t("已删除"),
                onSuccess: () => {
                  onClose();
                  onRemoved?.();
                },
              },
            )
          }
        />
      );
    case "share":
      return (
        <Dialog onClose={onClose} title={t("复制链接")}>
          <Textarea
            label={t("请手动复制以下内容")}
            value={text ?? ""}
            readOnly
            autosize
            data-autofocus
            onFocus={(event) => event.currentTarget.select()}
          />
        </Dialog>
      );
  }
}
