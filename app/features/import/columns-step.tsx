import "@mantine/core/styles/Alert.css";
import { Alert, Button, Group, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { t } from "~/app/i18n/t";
import type { ImportColumns, ColumnMapping as Mapping } from "~/contract/shared/import-columns";
import { ColumnMapping } from "./column-mapping";
import type { ChosenColumns } from "./use-import";

interface ColumnsStepProps {
  columns: ImportColumns;
  why: string | null;
  onBack: () => void;
  onChosen: (chosen: ChosenColumns) => void;
}

export function ColumnsStep({ columns, why, onBack, onChosen }: ColumnsStepProps) {
  const { header_row, headings, samples, required } = columns;
  const [mapping, setMapping] = useState<Mapping>(columns.mapping);
  const [fixed, setFixed] = useState<Record<string, string>>({});
  // A required field without a column may have the same value in all rows.
  const open = required.filter((names) => names.every((name) => mapping[name] === undefined));
  const isWhole = open.every(([name = ""]) => fixed[name]?.trim()) && Object.keys(mapping).length > 0;
  const fields = columns.fields.map((field) => ({
    ...field,
    // The first of interchangeable fields.
    isRequired: required.some(([first]) => first === field.name),
  }));
  return (
    <Stack gap="sm">
      <Alert color="brand" role="status" title={why}>
        {t("第{row}行为列名；请确认列对应，下次自动沿用。没有对应的列不导入。", { row: header_row })}
      </Alert>
      <ColumnMapping {...{ fields, headings, samples, mapping }} onChange={setMapping} />
      {open.map(([name = ""]) => (
        <TextInput
          key={name}
          label={t("各行的{label}", { label: t(columns.fields.find((field) => field.name === name)?.label ?? "") })}
          description={t("文件中没有这一列时，在此统一填写")}
          maxLength={100}
          value={fixed[name] ?? ""}
          onChange={(event) => setFixed({ ...fixed, [name]: event.currentTarget.value })}
        />
      ))}
      <Group justify="flex-end">
        <Button variant="default" onClick={onBack}>
          {why === null ? t("返回") : t("重新选择文件")}
        </Button>
        <Button disabled={!isWhole} onClick={() => onChosen({ header_row, mapping, fixed: fixedOf(open, fixed) })}>
          {t("预检")}
        </Button>
      </Group>
    </Stack>
  );
}

const fixedOf = (open: readonly (readonly string[])[], fixed: Readonly<Record<string, string>>) =>
  Object.fromEntries(open.flatMap(([name = ""]) => (fixed[name] ? [[name, fixed[name]]] : [])));
