import { Button } from "@mantine/core";
import basic from "~/app/basic.module.css";
import rail from "~/app/blocks/detail/rail.module.css";
import { useActs } from "~/app/blocks/form/act/use-acts";
import { t } from "~/app/i18n/t";
import { caseStages } from "~/contract/inquiry/inquiry-kinds";
import { casePath, isClosedCase, isEnding } from "~/contract/inquiry/visa-case";
import classes from "./visa.module.css";
import { amending, type CaseOf, onward, refusing, stepping, withdrawing } from "./visa-dialogs";

/** 办理阶段: where the case is on its way, each stage with its day and note, and where it may go. */
export function VisaSteps({ record, view }: CaseOf) {
  const { ask, dialog } = useActs();
  const of = { record, view };
  return (
    <div className={`${basic.grid} ${basic.gap12}`}>
      <ol className={`${rail.rail} ${classes.steps} ${basic.list} ${basic.grid}`} aria-label={t("办理阶段")}>
        {stagesOf(of).map(({ stage, is, step }) => (
          <li key={stage} data-is={is} aria-current={is === "now" ? "step" : undefined}>
            <div className={`${classes.what} ${basic.flow} ${basic.grow} ${basic.shrinks}`}>
              <strong>{t(caseStages[stage])}</strong>
              {step ? (
                <span className={`${basic.flat} ${basic.dim} ${basic.size13}`}>
                  {[step.at, step.by?.name].filter(Boolean).join(" · ")}
                </span>
              ) : null}
              {step?.note ? (
                <p className={`${basic.ownLine} ${basic.flat} ${basic.lines} ${basic.size13}`}>{step.note}</p>
              ) : null}
            </div>
          </li>
        ))}
      </ol>
      {view.can.step ? (
        <div className={`${classes.acts} ${basic.flow} ${basic.gap8}`}>
          {onward(view).length ? (
            <Button variant="light" onClick={() => ask(stepping, of)}>
              {t("推进阶段")}
            </Button>
          ) : null}
          <Button variant="default" onClick={() => ask(amending, of)}>
            {t("更正日期与说明")}
          </Button>
          {isClosedCase(view.stage) ? null : (
            <>
              <Button variant="light" color="red" onClick={() => ask(refusing, of)}>
                {t("记为不许可")}
              </Button>
              <Button variant="subtle" color="red" onClick={() => ask(withdrawing, of)}>
                {t("记为已放弃")}
              </Button>
            </>
          )}
        </div>
      ) : record.status === "assigned" || record.status === "pending" ? (
        <p className={`${basic.flat} ${basic.dim} ${basic.size13}`}>{t("首次联系后即可推进办理阶段")}</p>
      ) : null}
      {dialog}
    </div>
  );
}

function stagesOf({ view }: CaseOf) {
  const placeOf = (stage: string) => (casePath as readonly string[]).indexOf(stage);
  const stepOf = (stage: string) => view.steps.find((one) => one.stage === stage);
  const isOut = isEnding(view.stage);
  const place = isOut ? Math.max(0, ...view.steps.map(({ stage }) => placeOf(stage))) : placeOf(view.stage);
  const way = casePath.map((stage, index) => ({
    stage,
    is: index === place && !isOut ? "now" : index > place ? "later" : index === 0 || stepOf(stage) ? "done" : "passed",
    step: stepOf(stage),
  }));
  if (!isOut) return way;
  return [...way.filter(({ is }) => is !== "later"), { stage: view.stage, is: "out", step: stepOf(view.stage) }];
}
