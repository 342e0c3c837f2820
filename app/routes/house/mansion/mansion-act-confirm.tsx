import { Confirm } from "~/app/blocks/feedback/confirm";
import { useAct } from "~/app/blocks/form/use-act";
import { t } from "~/app/i18n/t";
import type { MansionAction } from "./mansion-writes";

export type AskedAct = "disable" | "remove";

interface MansionActConfirmProps {
  act: AskedAct;
  row: { id: number; name: string; mansion_no: string };
  onDone?: () => void;
  onClose: () => void;
}

/** Asks before a building is taken out of use or away. */
export function MansionActConfirm({ act, row, onDone, onClose }: MansionActConfirmProps) {
  const { run, pending } = useAct<MansionAction>();
  const about = { name: row.name, no: row.mansion_no };
  const words =
    act === "disable"
      ? {
          title: t("停用楼栋"),
          text: t("{name}（{no}）停用后不再供选择，已有的记录不受影响。", about),
          confirmLabel: t("停用"),
          success: t("已停用"),
        }
      : {
          title: t("删除楼栋"),
          text: t("确定删除 {name}（{no}）？删除后不能恢复。", about),
          confirmLabel: t("删除"),
          success: t("已删除"),
        };
  const { success, ...shown } = words;
  const done = () => {
    onClose();
    onDone?.();
  };
  return (
    <Confirm
      {...shown}
      pending={pending}
      onConfirm={() => run(act, { params: { id: row.id } }, { success, onSuccess: done })}
      onClose={onClose}
    />
  );
}
