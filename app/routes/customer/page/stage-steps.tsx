import { t } from "~/app/i18n/t";
import { stages } from "~/contract/customer/customer-record";
import classes from "./stage-steps.module.css";

/** The way of a customer; lost and invalid leave it. */
const way: readonly (keyof typeof stages)[] = [
  "new",
  "contacted",
  "qualified",
  "visited",
  "subscribed",
  "contracted",
  "completed",
];

/** Where on its way a customer stands. */
export function StageSteps({ stage }: { stage: string }) {
  const at = way.indexOf(stage as keyof typeof stages);
  if (at < 0) return null;
  return (
    <ol className={classes.steps} aria-label={t("客户阶段")}>
      {way.map((step, index) => (
        <li
          key={step}
          className={classes.step}
          data-state={index < at ? "done" : index === at ? "present" : undefined}
          aria-current={index === at ? "step" : undefined}
        >
          {t(stages[step])}
        </li>
      ))}
    </ol>
  );
}
