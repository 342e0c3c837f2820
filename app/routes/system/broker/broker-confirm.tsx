import { Confirm } from "~/app/blocks/feedback/confirm";
import { useAct } from "~/app/blocks/form/use-act";
import { t } from "~/app/i18n/t";
import type { BrokerRow } from "~/contract/system/broker";
import type { BrokerAction } from "./broker-writes";

interface BrokerConfirmProps {
  act: "disable" | "remove";
  row: BrokerRow;
  onClose: () => void;
}

/** Asks before a broker is taken out of use or away. */
export function BrokerConfirm({ act, row, onClose }: BrokerConfirmProps) {
  const { run, pending } = useAct<BrokerAction>();
  const about = { name: row.name, no: row.broker_no };
  const words =
    act === "disable"
      ? {
          title: t("停用房产经纪"),
          text: t("{name}（{no}）停用后不再展示，也不再提醒牌照到期。", about),
          confirmLabel: t("停用"),
          success: t("已停用"),
        }
      : {
          title: t("删除房产经纪"),
          text: t("确定删除 {name}（{no}）？删除后不能恢复。", about),
          confirmLabel: t("删除"),
          success: t("已删除"),
        };
  const { success, ...shown } = words;
  return (
    <Confirm
      {...shown}
      pending={pending}
      onConfirm={() => run(act, { params: { id: row.id } }, { success, onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
