import { Button } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import { useState } from "react";
import paper from "~/app/blocks/detail/paper.module.css";
import { Empty } from "~/app/blocks/feedback/states";
import { ActDialog } from "~/app/blocks/form/act/act-dialog";
import { BackToList } from "~/app/blocks/list/back-to-list";
import { QueueProgress } from "~/app/features/queue/queue-progress";
import { useFreshAddresses } from "~/app/features/upload/use-fresh-addresses";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { clue as contract } from "~/contract/clue/clue";
import type { Judgement } from "~/contract/clue/judgement";
import { mayCall } from "~/contract/endpoint";
import { single } from "../clue-dialogs";
import { JudgementSheet } from "./judgement-sheet";
import classes from "./judgement-sheet.module.css";
import { VerdictForm } from "./verdict-form";

interface JudgementPageProps {
  judgement: Judgement;
  /** How many were decided in one go, and how many reports still wait. */
  done: number;
  left: number;
  onDecided: () => void;
  onClose: () => void;
}

export function JudgementPage({ judgement, done, left, onDecided, onClose }: JudgementPageProps) {
  const { clue, sheet, earlier } = judgement;
  const [chosen, setChosen] = useState<number>();
  const [isPassing, setPassing] = useState(false);
  const mayPass = mayCall(useProfile(), contract.approve);
  const isWon = ({ clue, sheet }: Judgement) => mayPass && sheet?.verdict === "this" && clue.status === "pending";
  useFreshAddresses();
  const sheets = sheet ? [sheet, ...earlier] : earlier;
  const shown = sheets.find(({ no }) => no === chosen) ?? sheets[0];
  return (
    <div className={paper.page} style={{ "--paper-width": "1180px" }}>
      <div className={`${paper.tools} ${classes.tools}`}>
        <BackToList onClose={onClose} />
        {sheets.length > 1
          ? sheets.map(({ no }) => (
              <Button
                key={no}
                variant={no === shown?.no ? "light" : "subtle"}
                aria-pressed={no === shown?.no}
                onClick={() => setChosen(no)}
              >
                {t("第{no}号", { no })}
              </Button>
            ))
          : null}
        {isWon(judgement) ? <Button onClick={() => setPassing(true)}>{t("通过")}</Button> : null}
        <QueueProgress done={done} left={left} />
        <Button
          variant="default"
          leftSection={<IconPrinter size={16} aria-hidden />}
          onClick={() => window.print()}
          disabled={!shown}
        >
          {t("打印")}
        </Button>
      </div>
      {shown ? (
        <JudgementSheet
          of={judgement}
          sheet={shown}
          form={
            shown.can.decide ? (
              <VerdictForm
                key={shown.no}
                clueId={clue.id}
                sheet={shown}
                onDecided={(reply) => !isWon(reply) && onDecided()}
              />
            ) : undefined
          }
        />
      ) : (
        <Empty title={t("没有撞单，无需判定")} />
      )}
      {isPassing ? (
        <ActDialog
          form={single.approve}
          of={clue}
          onDone={() => {
            setPassing(false);
            onDecided();
          }}
          onClose={() => setPassing(false)}
        />
      ) : null}
    </div>
  );
}
