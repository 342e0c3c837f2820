import "@mantine/core/styles/Alert.css";
import { Alert, Button, Checkbox, Group, Stack } from "@mantine/core";
import { useState } from "react";
import { SelectOne } from "~/app/blocks/form/selects";
import { useAct } from "~/app/blocks/form/use-act";
import { t } from "~/app/i18n/t";
import { type CompareCreate, type CompareMapping, developerCompare } from "~/contract/clue/developer-compare";
import { type CompareField, compareFields } from "~/contract/clue/statement-kinds";
import type { Reply } from "~/contract/endpoint";
import classes from "./compare.module.css";

interface ColumnsProps {
  typed: Pick<CompareCreate, "developer" | "period" | "currency" | "media_id">;
  columns: Reply<typeof developerCompare.columns>;
  onBack: () => void;
  onMade: (id: number) => void;
}

/** Which column is what: as it was recognised, to be confirmed or put right. */
export function CompareColumns({ typed, columns, onBack, onMade }: ColumnsProps) {
  const { header_row, headings, samples, is_remembered, row_count } = columns;
  const [mapping, setMapping] = useState<Partial<Record<CompareField, number>>>(columns.mapping);
  const [replace, setReplace] = useState(false);
  const [isTaken, setIsTaken] = useState(false);
  const { run, pending } = useAct();
  const isWhole = mapping.unit !== undefined && mapping.amount !== undefined;
  const choose = (field: CompareField, column: string | null) =>
    setMapping((now) => {
      // A column says one thing: what it said before is open again.
      const { [field]: _, ...others } = now;
      const kept = Object.entries(others).filter(([, held]) => String(held) !== column);
      return { ...Object.fromEntries(kept), ...(column === null ? {} : { [field]: Number(column) }) };
    });
  const options = headings.flatMap((heading, index) =>
    heading ? [{ value: String(index), label: t("{heading}（第{n}列）", { heading, n: index + 1 }) }] : [],
  );
  return (
    <Stack gap="sm">
      <Alert color={is_remembered ? "teal" : "brand"}>
        {is_remembered
          ? t("第{row}行为列名，共{count}行；列对应沿用上次确认。", { row: header_row, count: row_count })
          : t("第{row}行为列名，共{count}行；请确认列对应，下次自动沿用。", { row: header_row, count: row_count })}
      </Alert>
      <ul className={classes.mapping}>
        {(Object.keys(compareFields) as CompareField[]).map((field) => (
          <li key={field}>
            <SelectOne
              label={t(compareFields[field])}
              withAsterisk={field === "unit" || field === "amount"}
              placeholder={t("无此列")}
              clearable
              data={options}
              value={mapping[field] === undefined ? null : String(mapping[field])}
              onChange={(column) => choose(field, column)}
            />
            <span className={classes.sample}>
              {mapping[field] === undefined
                ? ""
                : t("例：{samples}", {
                    samples: samples.map((cells) => cells[Number(mapping[field])] || "–").join("、"),
                  })}
            </span>
          </li>
        ))}
      </ul>
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
