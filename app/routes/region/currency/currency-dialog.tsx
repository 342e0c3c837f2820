import { useState } from "react";
import { Dialog } from "~/app/blocks/feedback/dialog";
import { LazyRecordForm } from "~/app/blocks/form/lazy-record-form";
import type { FormSection } from "~/app/blocks/form/record-form";
import { renewScene } from "~/app/blocks/form/scenes";
import { useAct } from "~/app/blocks/form/use-act";
import { t } from "~/app/i18n/t";
import { CurrencyCreate, type CurrencyRow, CurrencyUpdate } from "~/contract/region/currency";
import type { CurrencyAction } from "./currency-writes";

interface CurrencyDialogProps {
  /** Absent for a new one. */
  record: CurrencyRow | undefined;
  onClose: () => void;
}

/** The form of a currency, in a dialog. Its rate has an act of its own, once it is there. */
export function CurrencyDialog({ record, onClose }: CurrencyDialogProps) {
  const { run, pending } = useAct<CurrencyAction>();
  const [value] = useState(record);
  const done = () => {
    renewScene("currencies");
    onClose();
  };
  const form = { isInDialog: true, pending, onCancel: onClose };
  return (
    <Dialog onClose={onClose} size="lg" title={value ? t("编辑货币 {code}", { code: value.code }) : t("新增货币")}>
      {value ? (
        <LazyRecordForm
          {...form}
          sections={value.is_base ? ofBase : ofOthers}
          schema={CurrencyUpdate}
          value={value}
          extra={{ version: value.version }}
          draft={`currency:${value.id}`}
          onSubmit={(body, then) =>
            run("update", { params: { id: value.id }, body }, { success: t("已保存"), ...then(done) })
          }
        />
      ) : (
        <LazyRecordForm
          {...form}
          sections={ofNew}
          schema={CurrencyCreate}
          value={{ digits: 2 }}
          draft="currency-new"
          onSubmit={(body, then) => run("create", { body }, { success: t("已新增"), ...then(done) })}
        />
      )}
    </Dialog>
  );
}

const ofBase: FormSection<typeof CurrencyUpdate>[] = [{ fields: ["name_zh", "symbol", "digits", "sort", "is_common"] }];
const ofOthers: FormSection<typeof CurrencyUpdate>[] = [
  { fields: ["name_zh", "symbol", "digits", "rate_source", "sort", "is_common"] },
];
const ofNew: FormSection<typeof CurrencyCreate>[] = [
  { fields: ["code", "name_zh", "symbol", "digits", "rate_to_cny", "rate_source", "sort", "is_common"] },
];
