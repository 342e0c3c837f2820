import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { useCall } from "~/app/blocks/detail/use-async";
import { Dialog } from "~/app/blocks/feedback/dialog";
import { Note } from "~/app/blocks/feedback/note";
import { useAct } from "~/app/blocks/feedback/use-act";
import { SelectOne } from "~/app/blocks/form/field/selects";
import { type FormSection, RecordForm, type Then } from "~/app/blocks/form/record-form";
import { t } from "~/app/i18n/t";
import { CompareCreate, developerCompare } from "~/contract/clue/developer-compare";
import { shanghaiDay } from "~/contract/day";
import type { Reply } from "~/contract/endpoint";
import { CompareColumns } from "./compare-columns";

/** What is filled in; the columns are confirmed when the file has been looked through. */
const Typed = CompareCreate.pick({ period: true, currency: true, media_id: true });
type Typed = Pick<CompareCreate, "developer" | "period" | "currency" | "media_id">;
type Read = Reply<typeof developerCompare.columns>;

const sections: FormSection<typeof Typed>[] = [
  {
    fields: ["period", "currency", { name: "media_id", isWide: true, media: { scene: "statement" } }],
  },
];

export function CompareImport({ onMade, onClose }: { onMade: (id: number) => void; onClose: () => void }) {
  const [value, setValue] = useState<Partial<Omit<Typed, "developer">>>(() => ({ period: shanghaiDay().slice(0, 7) }));
  const [developer, setDeveloper] = useState<string | null>(null);
  const [isAsked, setIsAsked] = useState(false);
  const reading = useAct();
  const [read, setRead] = useState<{ typed: Typed; columns: Read }>();
  const look = (typed: Omit<Typed, "developer">, { onError }: ReturnType<Then>) => {
    setIsAsked(true);
    if (developer === null) return;
    const onSuccess = (columns: Read) => {
      setRead({ typed: { ...typed, developer }, columns });
      setValue(typed);
    };
    reading.run(developerCompare.columns, { body: { developer, media_id: typed.media_id } }, { onSuccess, onError });
  };
  return (
    <Dialog onClose={onClose} title={t("开发商对账")} size="lg" closeOnClickOutside={false}>
      {read ? (
        <CompareColumns {...read} onBack={() => setRead(undefined)} onMade={onMade} />
      ) : (
        <>
          <Note mb="md">{t("上传开发商的结佣明细（xlsx 或 csv，列序不限），与我方同期应收佣金逐行比对。")}</Note>
          <Developer
            value={developer}
            error={isAsked && developer === null ? t("请选择开发商") : undefined}
            onChange={setDeveloper}
          />
          <RecordForm
            form={{
              ...{ schema: Typed, sections, value, pending: reading.pending, submitLabel: t("识别列") },
              onSubmit: (typed, then) => look(typed, then()),
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
