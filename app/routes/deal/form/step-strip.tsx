import { IconAlertCircle } from "@tabler/icons-react";
import { t } from "~/app/i18n/t";
import classes from "./step-strip.module.css";
import { type DealStep, dealSteps } from "./steps";

interface StepStripProps {
  present: DealStep;
  /** Steps with something wrong in them. */
  wrong: readonly string[];
  onOpen: (step: DealStep) => void;
}

/** The steps of a deal's form in their order; each may be opened at any time, as what is typed stays. */
export function StepStrip({ present, wrong, onOpen }: StepStripProps) {
  const at = dealSteps.findIndex(({ key }) => key === present);
  return (
    <ol className={classes.steps} aria-label={t("填写步骤")}>
      {dealSteps.map(({ key, label }, index) => (
        <li key={key} className={classes.step} aria-current={key === present ? "step" : undefined}>
          <button
            type="button"
            data-state={index < at ? "done" : index === at ? "present" : undefined}
            onClick={() => onOpen(key)}
          >
            <b aria-hidden>{index + 1}</b>
            <span>{t(label)}</span>
            {wrong.includes(key) ? (
              <IconAlertCircle size={16} color="var(--mantine-color-error)" aria-label={t("有错误")} />
            ) : null}
          </button>
        </li>
      ))}
    </ol>
  );
}
