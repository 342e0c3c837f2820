import basic from "~/app/basic.module.css";
import { FigureName } from "~/app/blocks/figure/figure-name";
import { t } from "~/app/i18n/t";
import type { MatchPart } from "~/contract/house/match";
import classes from "./match.module.css";

export interface Fit {
  /** In percent of the stated criteria. */
  score: number;
  /** In percent of all criteria. */
  stated: number;
  parts: readonly MatchPart[];
}

export const MatchScore = ({ score, stated }: Pick<Fit, "score" | "stated">) => (
  <span className={`${basic.pushed} ${basic.dim} ${basic.size13} ${basic.regular}`}>
    {stated ? (
      <>
        <strong className={`${basic.plainText} ${basic.size16}`}>{score}</strong>{" "}
        <FigureName of="match_score">{t("分")}</FigureName>
      </>
    ) : (
      t("信息不足")
    )}{" "}
    <small>{t("已知信息 {percent}%", { percent: stated })}</small>
  </span>
);

export function MatchReasons({ parts }: Pick<Fit, "parts">) {
  const counted = parts.filter(({ max }) => max > 0);
  if (counted.length === 0) return null;
  return (
    <ul
      className={`${basic.list} ${basic.cut} ${basic.dim} ${basic.size13} ${classes.reasons}`}
      aria-label={t("匹配理由")}
      title={counted.map(({ reason }) => reason).join(" · ")}
    >
      {counted.map(({ key, score, max, reason }) => (
        <li key={key} data-full={score === max || undefined}>
          {reason}
        </li>
      ))}
    </ul>
  );
}
