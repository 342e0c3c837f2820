import { FactList } from "~/app/blocks/detail/fact-list";
import { formatInstant } from "~/app/blocks/detail/format";
import { Tag } from "~/app/blocks/detail/tag";
import { Link } from "~/app/blocks/link";
import { t } from "~/app/i18n/t";
import { type Verdict, verdicts } from "~/contract/clue/clue-kinds";
import { evidenceLabel } from "./judgement-line";
import classes from "./judgement-sheet.module.css";
import type { Side } from "./sides";

interface JudgementSidesProps {
  sides: readonly Side[];
  ruleResult: Verdict;
}

/** Both sides beside each other, on the phone one under the other: who they are, since when, until when, and what there is of them. */
export function JudgementSides({ sides, ruleResult }: JudgementSidesProps) {
  return (
    <div className={classes.sides}>
      {sides.map(({ party, is, title }) => (
        <section key={`${party.kind}:${party.id}`} className={classes.side} data-side={is} aria-label={title}>
          <header>
            <h3>{title}</h3>
            {ruleResult === is ? <Tag color="brand">{t("规则：{verdict}", { verdict: t(verdicts[is]) })}</Tag> : null}
          </header>
          <p className={classes.who}>{party.to ? <Link to={party.to}>{party.who}</Link> : party.who}</p>
          <FactList
            remedy={null}
            isNarrow
            facts={[
              { label: t("最早记录"), value: formatInstant(party.first_at) },
              { label: t("最近活动"), value: formatInstant(party.last_activity_at) },
              { label: t("保护期至"), value: formatInstant(party.protect_until) || t("无") },
              { label: t("到访"), value: t("{n} 次", { n: party.visits }) },
              { label: t("证据"), value: countsOf(party.evidence) || t("无") },
            ]}
          />
        </section>
      ))}
    </div>
  );
}

/** `报备 1、到访 2`. */
function countsOf(evidence: Side["party"]["evidence"]): string {
  const counts = new Map<string, number>();
  for (const { kind } of evidence) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => `${evidenceLabel(kind)} ${count}`).join("、");
}
