import { Confirm } from "~/app/blocks/feedback/confirm";
import { ActDialog, actDialog } from "~/app/blocks/form/act-dialog";
import { useAct } from "~/app/blocks/form/use-act";
import { t } from "~/app/i18n/t";
import { type DistrictRow, district } from "~/contract/region/district";
import type { DistrictAction } from "./district-writes";

interface DistrictConfirmProps {
  act: "enable" | "disable" | "remove";
  row: DistrictRow;
  onClose: () => void;
}

const enabling = actDialog({
  endpoint: district.enable,
  fields: ["with_below"],
  about: ({ name_zh: name, code, below }: DistrictRow) =>
    t("{name}（{code}）下有 {count} 个已停用的区域，可以一同启用。", { name, code, count: below.disabled }),
  submitLabel: "启用",
  success: () => t("已启用"),
});

/** Asks before a district is taken out of use with all below it, before it comes back where some below it are closed, and before it is deleted. */
export function DistrictConfirm({ act, row, onClose }: DistrictConfirmProps) {
  const { run, pending } = useAct<DistrictAction>();
  const params = { id: row.id };
  const about = { name: row.name_zh, code: row.code };
  if (act === "enable") return <ActDialog form={enabling} of={row} onClose={onClose} />;
  const kept = t("已引用的记录仍显示其名称，但不能再选择。");
  const words =
    act === "disable"
      ? {
          title: t("停用区域"),
          text: row.below.enabled
            ? t("{name}（{code}）及其下级 {count} 个区域将一起停用。", { ...about, count: row.below.enabled }) + kept
            : t("{name}（{code}）将停用。", about) + kept,
          confirmLabel: t("停用"),
          success: t("已停用"),
        }
      : {
          title: t("删除区域"),
          text: t("确定删除 {name}（{code}）？删除后不能恢复；有下级或被引用时不能删除。", about),
          confirmLabel: t("删除"),
          success: t("已删除"),
        };
  const { success, ...shown } = words;
  return (
    <Confirm
      {...shown}
      pending={pending}
      onConfirm={() => run(act, { params }, { success, onSuccess: onClose, onError: onClose })}
      onClose={onClose}
    />
  );
}
