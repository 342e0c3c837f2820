import { Select } from "@mantine/core";
import { useCall } from "~/app/blocks/detail/use-async";
import { t } from "~/app/i18n/t";
import { clue } from "~/contract/clue/clue";
import { clueStatuses } from "~/contract/clue/clue-kinds";

export function ClueChoice({ customerId, onChange }: { customerId: number; onChange: (id: number | null) => void }) {
  const { answer } = useCall(clue.list, { query: { customer_id: customerId, page_size: 100 } });
  if (!answer?.list.length) return null;
  return (
    <Select
      mt="sm"
      label={t("报备")}
      placeholder={t("可不选")}
      clearable
      clearButtonProps={{ "aria-label": t("清空") }}
      data={answer.list.map(({ id, clue_no, estate, status }) => ({
        value: String(id),
        label: `${clue_no} · ${estate.name} · ${t(clueStatuses[status as keyof typeof clueStatuses] ?? status)}`,
      }))}
      onChange={(id) => onChange(id === null ? null : Number(id))}
    />
  );
}
