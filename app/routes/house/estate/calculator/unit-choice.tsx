import { useState } from "react";
import { useCall } from "~/app/blocks/detail/use-async";
import { SelectOne } from "~/app/blocks/form/field/selects";
import { t } from "~/app/i18n/t";
import { formatExact } from "~/contract/format";
import { unit } from "~/contract/house/unit";
import { shortAmount } from "./plan-values";

interface UnitChoiceProps {
  estateId: number;
  onChoose: (flat: { room_id: number; price: string }) => void;
}

export function UnitChoice({ estateId, onChoose }: UnitChoiceProps) {
  const [building, setBuilding] = useState<string>();
  const [chosen, setChosen] = useState<string | null>(null);
  const { answer, hasFailed } = useCall(unit.board, { params: { id: estateId }, query: { building } });
  const flats = (answer?.units ?? []).flatMap(({ status, list_price, ...one }) =>
    status === "available" && list_price !== null ? [{ ...one, list_price }] : [],
  );
  const take = (id: string | null) => {
    setChosen(id);
    const flat = flats.find((one) => String(one.id) === id);
    if (flat) onChoose({ room_id: flat.room_id, price: shortAmount(flat.list_price) });
  };
  return (
    <>
      {answer && answer.buildings.length > 1 ? (
        <SelectOne
          label={t("楼栋")}
          data={answer.buildings.map(({ name }) => name)}
          value={answer.building}
          allowDeselect={false}
          onChange={(name) => {
            setChosen(null);
            setBuilding(name ?? undefined);
          }}
        />
      ) : null}
      <SelectOne
        label={t("房号")}
        data={flats.map(({ id, unit_no, list_price }) => ({
          value: String(id),
          label: `${unit_no} ${formatExact(list_price, answer?.currency)}`,
        }))}
        value={chosen}
        onChange={take}
        disabled={answer === undefined}
        error={hasFailed ? t("加载失败") : undefined}
        placeholder={t("可售房号")}
        searchable
        clearable
      />
    </>
  );
}
