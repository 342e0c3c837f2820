import type { ReactNode } from "react";
import basic from "~/app/basic.module.css";
import { FactList } from "~/app/blocks/detail/fact-list";
import { formatInstant } from "~/app/blocks/detail/format";
import paper from "~/app/blocks/detail/paper.module.css";
import { Tag } from "~/app/blocks/detail/tag";
import { Empty } from "~/app/blocks/feedback/states";
import { Pictures } from "~/app/features/album/pictures";
import { ClueStatusTag, CollisionTag, maskedMatch } from "~/app/features/clue/clue-tags";
import { t } from "~/app/i18n/t";
import { verdicts } from "~/contract/clue/clue-kinds";
import type { Evidence, Judgement, Sheet } from "~/contract/clue/judgement";
import { formatPhone } from "~/contract/format";
import classes from "./judgement-sheet.module.css";
import { JudgementSides } from "./judgement-sides";
import { type Side, sidesOf } from "./sides";

/** One time line of all sides, each in its own column, the oldest first; on the phone each entry names its side. */
function JudgementLine({ sides, timeline }: { sides: readonly Side[]; timeline: readonly Evidence[] }) {
  if (timeline.length === 0) return <Empty title={t("没有记录")} />;
  // React's type knows no custom properties.
  const columns = { "--sides": sides.length };
  const laneOf = (lane: number) => ({ "--lane": lane + 2 });
  return (
    <div className={classes.lanes} style={columns}>
      <div className={`${classes.heads} ${basic.dim} ${basic.size13} ${basic.underlined}`} aria-hidden>
        <span>{t("时间")}</span>
        {sides.map(({ index, title }) => (
          <span key={index}>{title}</span>
        ))}
      </div>
      <ol className={basic.list} aria-label={t("各方时间线")}>
        {timeline.map(({ at, party, kind, text, detail, media }) => {
          const lane = sides.findIndex(({ index }) => index === party);
          const side = sides[lane];
          // The text says first what happened, then the person and place.
          const [what, ...more] = text.split(" · ");
          return (
            <li key={[at, party, kind, text].join()}>
              <time className={`${basic.dim} ${basic.size13}`} dateTime={at}>
                {formatInstant(at)}
              </time>
              <div
                className={`${classes.event} ${basic.grid} ${basic.gap6} ${basic.anywhere}`}
                data-side={side?.is}
                style={laneOf(lane)}
              >
                <p>
                  <span className={classes.of}>{side?.title}</span>
                  <strong>{what}</strong>
                  {more.map((one) => ` · ${one}`)}
                </p>
                {detail ? <p className={`${basic.lines} ${basic.dim}`}>{detail}</p> : null}
                <Pictures pictures={media} />
              </div>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

interface JudgementSheetProps {
  of: Pick<Judgement, "clue" | "collision">;
  sheet: Sheet;
  /** Decides it, while it waits and one may. */
  form?: ReactNode;
}

export function JudgementSheet({ of: { clue, collision }, sheet, form }: JudgementSheetProps) {
  const sides = sidesOf(sheet);
  return (
    <article className={`${paper.sheet} ${classes.sheet} ${basic.surface}`} aria-label={t("判定单")}>
      <header className={`${basic.grid} ${basic.gap12}`}>
        <div className={`${classes.title} ${basic.wrap}`}>
          <h1>{t("撞单判定单 第{no}号", { no: sheet.no })}</h1>
          {sheet.decided_at ? <Tag>{t("已判定")}</Tag> : <Tag color="orange">{t("待判定")}</Tag>}
          {collision ? <CollisionTag collision={collision.type} isCertain={sheet.certain} /> : null}
        </div>
        <FactList
          remedy={null}
          facts={[
            { label: t("报备编号"), value: clue.clue_no },
            { label: t("客户"), value: clue.customer_name },
            { label: t("手机号"), value: formatPhone(clue.phone, clue.phone_cc) },
            { label: t("楼盘"), value: clue.estate.name },
            { label: t("报备代理"), value: clue.agent.name },
            { label: t("状态"), value: <ClueStatusTag status={clue.status} /> },
          ]}
        />
        {sheet.certain ? null : (
          <p className={basic.size14} style={{ color: "var(--app-due)" }}>
            {maskedMatch()}
          </p>
        )}
      </header>
      <Part title={t("各方")}>
        <JudgementSides sides={sides} sheet={sheet} />
      </Part>
      <Part
        title={t("规则结论")}
        className={`${classes.rule} ${basic.grid} ${basic.gap4} ${basic.sunken} ${basic.rounded}`}
      >
        <strong className={basic.size16}>{t(verdicts[sheet.rule_result])}</strong>
        <p>{sheet.rule_sentence}</p>
      </Part>
      <Part title={t("时间线")}>
        <JudgementLine sides={sides} timeline={sheet.timeline} />
      </Part>
      <Part title={t("判定")} className={`${classes.verdict} ${basic.grid} ${basic.gap12}`}>
        {sheet.decided_at ? <Decided sheet={sheet} /> : (form ?? <p>{t("等待判定")}</p>)}
      </Part>
      <footer className={classes.onPaper}>
        <div className={paper.signed}>
          <span>{t("判定人签字：")}</span>
          <span>{t("日期：")}</span>
        </div>
      </footer>
    </article>
  );
}

const Part = ({ title, className, children }: { title: string; className?: string; children: ReactNode }) => (
  <section aria-label={title} className={className}>
    <h2>{title}</h2>
    {children}
  </section>
);

/** What was decided stays as it was; an appeal opens the next number. */
function Decided({ sheet }: { sheet: Sheet }) {
  const { verdict, rule_result, reason, decided_by, decided_at, media } = sheet;
  return (
    <>
      <FactList
        remedy={null}
        facts={[
          { label: t("判定结果"), value: verdict && <Tag color="brand">{t(verdicts[verdict])}</Tag> },
          verdict !== rule_result && { label: t("与规则结论"), value: t("不一致") },
          { label: t("判定人"), value: decided_by?.name },
          { label: t("判定时间"), value: formatInstant(decided_at) },
          { label: t("判定理由"), value: reason, isWide: true },
        ]}
      />
      <Pictures pictures={media} />
      <p className={`${basic.dim} ${basic.size13}`}>{t("判定后内容已冻结；申诉会另开下一号。")}</p>
    </>
  );
}
