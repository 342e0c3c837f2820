import "@mantine/core/styles/Alert.css";
import { Alert, Button, Group, Stack } from "@mantine/core";
import { useState } from "react";
import { t } from "~/app/i18n/t";
import type { ImportColumns, ColumnMapping as Mapping } from "~/contract/shared/import-columns";
import { ColumnMapping } from "./column-mapping";

interface ColumnsStepProps {
  columns: ImportColumns;
  /** Why the file waits; null where somebody wants to put its columns right. */
  why: string | null;
  onBack: () => void;
  onChosen: (chosen: { header_row: number; mapping: Mapping }) => void;
}

/** The step between a file and its 预检: which of its columns are what. The server keeps the answer for the next file. */
export function ColumnsStep({ columns, why, onBack, onChosen }: ColumnsStepProps) {
  const { header_row, headings, samples, required } = columns;
  const [mapping, setMapping] = useState<Mapping>(columns.mapping);
  const isWhole = required.every((names) => names.some((name) => mapping[name] !== undefined));
  const fields = columns.fields.map((field) => ({
    ...field,
    // Of those that stand for each other the first.
    isRequired: required.some(([first]) => first === field.name),
  }));
  return (
    <Stack gap="sm">
      <Alert color="brand" role="status" title={why}>
        {t("第{row}行为列名；请确认列对应，下次自动沿用。没有对应的列不导入。", { row: header_row })}
      </Alert>
      <ColumnMapping {...{ fields, headings, samples, mapping }} onChange={setMapping} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onBack}>
          {why === null ? t("返回") : t("重新选择文件")}
        </Button>
        <Button disabled={!isWhole} onClick={() => onChosen({ header_row, mapping })}>
          {t("预检")}
        </Button>
      </Group>
    </Stack>
  );
}
