import { Select } from "@mantine/core";
import { useEffect } from "react";
import { useCall } from "~/app/blocks/detail/use-async";
import { t } from "~/app/i18n/t";
import { deal } from "~/contract/deal/deal";
import { type DealStatus, dealStatuses } from "~/contract/deal/deal-kinds";

interface DealChoiceProps {
  label: string;
  customerId: number;
  begin?: number | null;
  onChange: (id: number | null) => void;
}

export function DealChoice({ label, customerId, begin = null, onChange }: DealChoiceProps) {
  const { answer } = useCall(deal.list, { query: { customer_id: customerId, page_size: 100 } });
  const isGone = begin !== null && answer !== undefined && !answer.list.some(({ id }) => id === begin);
  // A deal of the previously chosen customer.
  useEffect(() => {
    if (isGone) onChange(null);
  }, [isGone, onChange]);
  if (!answer?.list.length) return null;
  return (
    <Select
      mt="sm"
      label={label}
      placeholder={t("可不选")}
      clearable
      clearButtonProps={{ "aria-label": t("清空") }}
      defaultValue={begin === null ? null : String(begin)}
      data={answer.list.map(({ id, deal_no, estate, building, unit_no, status }) => ({
        value: String(id),
        label: [
          deal_no,
          [estate.name, building, unit_no].filter(Boolean).join(" "),
          t(dealStatuses[status as DealStatus] ?? status),
        ].join(" · "),
      }))}
      onChange={(id) => onChange(id === null ? null : Number(id))}
    />
  );
}
