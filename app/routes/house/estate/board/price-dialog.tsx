import { useAct } from "~/app/blocks/feedback/use-act";
import { ActForm } from "~/app/blocks/form/act/act-form";
import { t } from "~/app/i18n/t";
import type { BatchReply } from "~/contract/common";
import { currencyName } from "~/contract/format";
import { unit as contract, UnitPricing } from "~/contract/house/unit";

interface PriceDialogProps {
  estateId: number;
  currency: string;
  ids: readonly number[];
  onDone: (reply: BatchReply) => void;
  onClose: () => void;
}

export function PriceDialog({ estateId, currency, ids, onDone, onClose }: PriceDialogProps) {
  const { run, pending } = useAct();
  return (
    <ActForm
      title={t("批量改价")}
      about={t("调整 {count} 套的挂牌价，上调为正、下调为负，二者填一项；按{currency}的最小单位四舍五入。", {
        count: ids.length,
        currency: currencyName(currency),
      })}
      form={{
        schema: UnitPricing,
        fields: ["percent", "amount"],
        pending,
        submitLabel: t("改价"),
        onSubmit: (body, then) =>
          run(contract.priceBatch, { params: { id: estateId }, body: { ...body, ids: [...ids] } }, then(onDone)),
      }}
      onClose={onClose}
    />
  );
}
