import "@mantine/core/styles/Alert.css";
import { Alert, Button, Checkbox, Group, Stack } from "@mantine/core";
import { useState } from "react";
import { useAct } from "~/app/blocks/feedback/use-act";
import { ColumnMapping } from "~/app/features/import/column-mapping";
import { t } from "~/app/i18n/t";
import { type CompareCreate, type CompareMapping, developerCompare } from "~/contract/clue/developer-compare";
import { type CompareField, compareFields } from "~/contract/clue/statement-kinds";
import type { Reply } from "~/contract/endpoint";
import type { ColumnMapping as Mapping } from "~/contract/shared/import-columns";

const fields = (Object.entries(compareFields) as [CompareField, string][]).map(([name, label]) => ({
  ...{ name, label },
  isRequired: name === "unit" || name === "amount",
}));

interface ColumnsProps {
  typed: Pick<CompareCreate, "developer" | "period" | "currency" | "media_id">;
  columns: Reply<typeof developerCompare.columns>;
  onBack: () => void;
  onMade: (id: number) => void;
}

export function CompareColumns({ typed, columns, onBack, onMade }: ColumnsProps) {
  const { header_row, headings, samples, is_remembered, row_count } = columns;
  const [mapping, setMapping] = useState<Mapping>(columns.mapping);
  const [replace, setReplace] = useState(false);
  const [isTaken, setIsTaken] = useState(false);
  const { run, pending } = useAct();
  const isWhole = mapping.unit !== undefined && mapping.amount !== undefined;
  return (
    <Stack gap="sm">
      <Alert color={is_remembered ? "teal" : "brand"}>
        {is_remembered
          ? t("第{row}行为列名，共{count}行；列对应沿用上次确认。", { row: header_row, count: row_count })
          : t("第{row}行为列名，共{count}行；请确认列对应，下次自动沿用。", { row: header_row, count: row_count })}
      </Alert>
      <ColumnMapping {...{ fields, headings, samples, mapping }} onChange={setMapping} />
      {isTaken ? (
        <Checkbox
          checked={replace}
          onChange={(event) => setReplace(event.currentTarget.checked)}
          label={t("该开发商本期间已对过账：用这份文件重新对账，原处理结果清除")}
        />
      ) : null}
      <Group justify="flex-end">
        <Button variant="default" onClick={onBack}>
          {t("上一步")}
        </Button>
        <Button
          loading={pending}
          disabled={!isWhole || (isTaken && !replace)}
          onClick={() =>
            run(
              developerCompare.create,
              // Both columns that it needs are chosen.
              { body: { ...typed, header_row, mapping: mapping as CompareMapping, replace } },
              {
                success: t("已完成比对"),
                onSuccess: ({ id }) => onMade(id),
                onError: ({ code }) => code === 40900 && setIsTaken(true),
              },
            )
          }
        >
          {t("开始对账")}
        </Button>
      </Group>
    </Stack>
  );
}
