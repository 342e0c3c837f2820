import { useState } from "react";
import { Note } from "~/app/blocks/feedback/note";
import { useAct } from "~/app/blocks/feedback/use-act";
import { type FormSection, RecordForm } from "~/app/blocks/form/record-form";
import { t } from "~/app/i18n/t";
import { verdicts } from "~/contract/clue/clue-kinds";
import { Decision, type Judgement, judgement, type Sheet } from "~/contract/clue/judgement";
import classes from "./judgement-sheet.module.css";

interface VerdictFormProps {
  clueId: number;
  sheet: Sheet;
  onDecided: (reply: Judgement) => void;
}

/** The version is that of the sheet above, also after a reload under the typed text. */
const Typed = Decision.omit({ version: true });

export function VerdictForm({ clueId, sheet, onDecided }: VerdictFormProps) {
  const { run, pending } = useAct();
  const { rule_result, version, can } = sheet;
  const [sections] = useState<FormSection<typeof Typed>[]>(() => [
    {
      fields: [
        { name: "verdict", inSight: true, isWide: true, only: can.override ? undefined : [rule_result] },
        { name: "reason", isWide: true },
        { name: "media_ids", isWide: true, media: { scene: "evidence" } },
      ],
    },
  ]);
  const [value] = useState({ verdict: rule_result });
  return (
    <div className={classes.form}>
      {can.override ? null : (
        <Note mb="xs">
          {t("按规则判定为“{verdict}”；作出其他判定需超级管理员。", { verdict: t(verdicts[rule_result]) })}
        </Note>
      )}
      <RecordForm
        form={{
          schema: Typed,
          sections,
          value,
          draft: `judgement:${clueId}:${sheet.no}`,
          pending,
          submitLabel: t("判定"),
          onSubmit: (body, then) => {
            const { onSuccess, onError } = then(onDecided);
            run(
              judgement.decide,
              { params: { id: clueId }, body: { ...body, version } },
              {
                success: t("已判定"),
                onSuccess,
                // Changed or decided by somebody else: the page has reloaded and shows it, typed text stays.
                onError: (error) => (error.code === 42200 ? onError(error) : undefined),
              },
            );
          },
        }}
      />
    </div>
  );
}
