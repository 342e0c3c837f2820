import { useState } from "react";
import basic from "~/app/basic.module.css";
import { ActDialog } from "~/app/blocks/form/act/act-dialog";
import { Board } from "~/app/features/board/board";
import type { BoardOf } from "~/app/features/board/use-board";
import { nameOf } from "~/app/features/inquiry/assign-dialog";
import { VisaMetTag } from "~/app/features/inquiry/visa-tags";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { mayCall, writeQuery } from "~/contract/endpoint";
import { visaInquiry } from "~/contract/inquiry/inquiry";
import { type CaseStage, caseStages } from "~/contract/inquiry/inquiry-kinds";
import type { InquiryRow } from "~/contract/inquiry/inquiry-record";
import { visa } from "~/contract/inquiry/visa";
import { nextStages } from "~/contract/inquiry/visa-case";
import { refusing, steppingTo, withdrawing } from "./visa-dialogs";
import { casePath } from "./visa-list";

const board: BoardOf<InquiryRow> = { endpoint: visaInquiry.list, field: "case_stage", options: caseStages };

interface Asked {
  record: InquiryRow;
  to: CaseStage;
  answer: (after?: InquiryRow) => void;
}

/** Cases by how far they are; a move is the step that the case's page has, with its day and note. */
export function VisaBoard({ query }: { query: Record<string, unknown> }) {
  const profile = useProfile();
  const [asked, setAsked] = useState<Asked>();
  const movesOf = ({ status, case_stage }: InquiryRow): readonly CaseStage[] => {
    const isOn = status === "processing" || status === "converted";
    return case_stage && isOn && mayCall(profile, visa.step) ? nextStages(case_stage) : [];
  };
  async function move(row: InquiryRow, to: string): Promise<InquiryRow | undefined> {
    const next = movesOf(row).find((stage) => stage === to);
    if (!next)
      throw new Error(
        t("「{from}」之后不能直接到「{to}」", { from: stageName(row.case_stage ?? ""), to: stageName(to) }),
      );
    return new Promise((resolve) => {
      const answer = (after?: InquiryRow) => {
        setAsked(undefined);
        resolve(after);
      };
      setAsked({ record: row, to: next, answer });
    });
  }
  return (
    <>
      <Board
        board={board}
        query={query}
        label={t("签证看板")}
        nameOf={nameOf}
        linkOf={({ id }) => casePath(id)}
        draw={draw}
        movesOf={movesOf}
        act={move}
        isOneWay
        listOf={(stage) => `?${writeQuery({ ...query, page: undefined, page_size: undefined, case_stage: [stage] })}`}
      />
      {asked ? <StepDialog {...asked} /> : null}
    </>
  );
}

function StepDialog({ answer, ...of }: Asked) {
  const follow = { of, onDone: answer, onClose: () => answer() };
  if (of.to === "refused") return <ActDialog form={refusing} {...follow} />;
  if (of.to === "withdrawn") return <ActDialog form={withdrawing} {...follow} />;
  return <ActDialog form={steppingTo} {...follow} />;
}

const stageName = (stage: string): string => t(board.options[stage] ?? stage);

const draw = ({ visa_met, assignee, scrivener }: InquiryRow) => (
  <>
    {visa_met === null ? null : <VisaMetTag met={visa_met} />}
    <div className={`${basic.flat} ${basic.dim} ${basic.size13}`}>
      {[assignee?.name, scrivener].filter(Boolean).join(" · ")}
    </div>
  </>
);
