import "@mantine/core/styles/Alert.css";
import { Alert, Button, Checkbox, Group, Stack, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { call } from "~/app/api/call";
import { CallError } from "~/app/api/call-error";
import { useCall } from "~/app/blocks/detail/use-async";
import { Dialog } from "~/app/blocks/feedback/dialog";
import { type FormSection, RecordForm } from "~/app/blocks/form/record-form";
import { SelectOne } from "~/app/blocks/form/selects";
import { useAct } from "~/app/blocks/form/use-act";
import { t } from "~/app/i18n/t";
import { CompareCreate, type CompareMapping, developerCompare } from "~/contract/clue/developer-compare";
import { type CompareField, compareFields } from "~/contract/clue/statement-kinds";
import { shanghaiDay } from "~/contract/day";
import type { Reply } from "~/contract/endpoint";
import classes from "./compare.module.css";

/** What is filled in; the columns are confirmed when the file has been looked through. */
const Typed = CompareCreate.pick({ period: true, currency: true, media_id: true });
type Typed = Pick<CompareCreate, "developer" | "period" | "currency" | "media_id">;
type Read = Reply<typeof developerCompare.columns>;

const sections: FormSection<typeof Typed>[] = [
  {
    fields: ["period", "currency", { name: "media_id", isWide: true, media: { scene: "statement" } }],
  },
];

/** 开发商对账: a developer's sheet is sent, its columns are recognised and confirmed, and then it is compared. */
export function CompareImport({ onMade, onClose }: { onMade: (id: number) => void; onClose: () => void }) {
  const [value, setValue] = useState<Partial<Omit<Typed, "developer">>>(() => ({ period: shanghaiDay().slice(0, 7) }));
  const [developer, setDeveloper] = useState<string | null>(null);
  const [isAsked, setIsAsked] = useState(false);
  const [isReading, setIsReading] = useState(false);
  const [read, setRead] = useState<{ typed: Typed; columns: Read }>();
  async function look(typed: Omit<Typed, "developer">, onError: (error: CallError) => void) {
    setIsAsked(true);
    if (developer === null) return;
    setIsReading(true);
    try {
      const columns = await call(developerCompare.columns, { body: { developer, media_id: typed.media_id } });
      setRead({ typed: { ...typed, developer }, columns });
      setValue(typed);
    } catch (error) {
      // Told by the call; what stands at a field is said there too.
      if (error instanceof CallError) onError(error);
    } finally {
      setIsReading(false);
    }
  }
  return (
    <Dialog onClose={onClose} title={t("开发商对账")} size="lg" closeOnClickOutside={false}>
      {read ? (
        <Columns {...read} onBack={() => setRead(undefined)} onMade={onMade} />
      ) : (
        <>
          <Text size="sm" c="dimmed" mb="md">
            {t("上传开发商的结佣明细（xlsx，列序不限），与我方同期应收佣金逐行比对。")}
          </Text>
          <Developer
            value={developer}
            error={isAsked && developer === null ? t("请选择开发商") : undefined}
            onChange={setDeveloper}
          />
          <RecordForm
            form={{
              ...{ schema: Typed, sections, value, pending: isReading, submitLabel: t("识别列") },
              onSubmit: (typed, then) => void look(typed, then().onError),
            }}
            isInDialog
            onCancel={onClose}
          />
        </>
      )}
    </Dialog>
  );
}

interface DeveloperProps {
  value: string | null;
  error: string | undefined;
  onChange: (developer: string | null) => void;
}

/** One of the developers of our estates, as these name it. */
function Developer({ value, error, onChange }: DeveloperProps) {
  const [keyword, setKeyword] = useState("");
  const [asked] = useDebouncedValue(keyword === value ? "" : keyword, 250);
  const { answer = [] } = useCall(developerCompare.developers, { query: { keyword: asked } });
  const data = value === null || answer.includes(value) ? answer : [value, ...answer];
  return (
    <SelectOne
      label={t("开发商")}
      withAsterisk
      searchable
      clearable
      mb="sm"
      data={data}
      nothingFoundMessage={t("没有找到")}
      value={value}
      error={error}
      onSearchChange={setKeyword}
      onChange={onChange}
    />
  );
}

interface ColumnsProps {
  typed: Typed;
  columns: Read;
  onBack: () => void;
  onMade: (id: number) => void;
}

/** Which column is what: as it was recognised, to be confirmed or put right. */
function Columns({ typed, columns, onBack, onMade }: ColumnsProps) {
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
