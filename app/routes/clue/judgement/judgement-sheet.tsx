import type { ReactNode } from "react";
import { FactList } from "~/app/blocks/detail/fact-list";
import { formatInstant } from "~/app/blocks/detail/format";
import { Tag } from "~/app/blocks/detail/tag";
import { Pictures } from "~/app/features/album/pictures";
import { ClueStatusTag, CollisionTag, maskedMatch } from "~/app/features/clue/clue-tags";
import { t } from "~/app/i18n/t";
import { verdicts } from "~/contract/clue/clue-kinds";
import { JudgementLine } from "./judgement-line";
import classes from "./judgement-sheet.module.css";
import { JudgementSides } from "./judgement-sides";
import type { SheetClue, SheetData } from "./sheet-data";
import { sidesOf } from "./sides";

interface JudgementSheetProps {
  clue: SheetClue;
  sheet: SheetData;
  /** Decides it, while it waits and one may. */
  form?: ReactNode;
}

/** 判定单: what speaks for each side, what the rule says, and what was decided; on the screen and on A4. */
export function JudgementSheet({ clue, sheet, form }: JudgementSheetProps) {
  const sides = sidesOf(clue.id, sheet.parties);
  const isDecided = sheet.decided_at !== null;
  return (
    <article className={classes.sheet} aria-label={t("判定单")}>
      <header className={classes.head}>
        <div className={classes.title}>
          <h1>{t("撞单判定单 第{no}号", { no: sheet.no })}</h1>
          {isDecided ? <Tag>{t("已判定")}</Tag> : <Tag color="orange">{t("待判定")}</Tag>}
          <CollisionTag collision={clue.collision} isCertain={sheet.certain} />
        </div>
        <FactList
          remedy={null}
          facts={[
            { label: t("报备编号"), value: clue.clue_no },
            { label: t("客户"), value: clue.customer_name },
            { label: t("电话"), value: clue.phone },
            { label: t("报备楼盘"), value: clue.estate },
            { label: t("报备代理"), value: clue.agent },
            { label: t("报备时间"), value: formatInstant(clue.created_at) },
            { label: t("状态"), value: <ClueStatusTag status={clue.status} /> },
          ]}
        />
        {sheet.certain ? null : <p className={classes.masked}>{maskedMatch()}</p>}
      </header>
      <section aria-label={t("双方")}>
        <h2>{t("双方")}</h2>
        <JudgementSides sides={sides} ruleResult={sheet.rule_result} />
      </section>
      <section aria-label={t("规则结论")} className={classes.rule}>
        <h2>{t("规则结论")}</h2>
        <strong>{t(verdicts[sheet.rule_result])}</strong>
        <p>{sheet.rule_sentence}</p>
      </section>
      <section aria-label={t("时间线")}>
        <h2>{t("时间线")}</h2>
        <JudgementLine sides={sides} />
      </section>
      <section aria-label={t("判定")} className={classes.verdict}>
        <h2>{t("判定")}</h2>
        {isDecided ? <Decided sheet={sheet} /> : (form ?? <p>{t("等待判定")}</p>)}
      </section>
      <footer className={classes.signed}>
        <span>{t("判定人签字：")}</span>
        <span>{t("日期：")}</span>
      </footer>
    </article>
  );
}

/** What was decided stays as it was; an appeal opens the next number. */
function Decided({ sheet }: { sheet: SheetData }) {
  const { verdict, rule_result, reason, decided_by, decided_at, pictures } = sheet;
  return (
    <>
      <FactList
        remedy={null}
        facts={[
          { label: t("判定结果"), value: verdict && <Tag color="brand">{t(verdicts[verdict])}</Tag> },
          verdict !== rule_result && { label: t("与规则"), value: t("不一致") },
          { label: t("判定人"), value: decided_by?.name },
          { label: t("判定时间"), value: formatInstant(decided_at) },
          { label: t("理由"), value: reason, isWide: true },
        ]}
      />
      <Pictures pictures={pictures} />
      <p className={classes.frozen}>{t("判定后内容已冻结；申诉会另开下一号。")}</p>
    </>
  );
}
