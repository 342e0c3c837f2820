import { Confirm } from "~/app/blocks/feedback/confirm";
import { renewScene } from "~/app/blocks/form/scenes";
import { useAct } from "~/app/blocks/form/use-act";
import { t } from "~/app/i18n/t";
import type { CurrencyRow } from "~/contract/region/currency";
import type { CurrencyAction } from "./currency-writes";

interface CurrencyConfirmProps {
  act: "disable" | "remove";
  row: CurrencyRow;
  onClose: () => void;
}

/** Asks before a currency is taken out of use or away. */
export function CurrencyConfirm({ act, row, onClose }: CurrencyConfirmProps) {
  const { run, pending } = useAct<CurrencyAction>();
  const about = { name: row.name_zh, code: row.code };
  const { success, ...shown } =
    act === "disable"
      ? {
          title: t("停用货币"),
          text: t("{name}（{code}）停用后不能再选择，已使用它的记录不变。", about),
          confirmLabel: t("停用"),
          success: t("已停用"),
        }
      : {
          title: t("删除货币"),
          text: t("确定删除 {name}（{code}）？已被使用的货币不能删除。", about),
          confirmLabel: t("删除"),
          success: t("已删除"),
        };
  const done = () => {
    renewScene("currencies");
    onClose();
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
