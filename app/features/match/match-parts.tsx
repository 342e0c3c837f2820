import { FigureName } from "~/app/blocks/figure/figure-name";
import { t } from "~/app/i18n/t";
import type { MatchPart } from "~/contract/house/match";
import classes from "./match-parts.module.css";

interface MatchPartsProps {
  /** In percent of what is stated. */
  score: number;
  /** In percent of all that could be. */
  stated: number;
  parts: readonly MatchPart[];
}

/** How well something fits: the points, how much is known, and for each part a small bar with its reason. */
export function MatchParts({ score, stated, parts }: MatchPartsProps) {
  return (
    <div className={classes.fit}>
      <p className={classes.score}>
        {stated ? (
          <>
            <strong>{score}</strong> <FigureName of="match_score">{t("分")}</FigureName>
          </>
        ) : (
          t("信息不足")
        )}
        <span className={classes.stated}>{t("已知信息 {percent}%", { percent: stated })}</span>
      </p>
      <ul className={classes.parts} aria-label={t("匹配理由")}>
        {parts.map(({ key, label, score: points, max, reason }) => (
          <li key={key} className={classes.part}>
            <span className={classes.label}>{t(label)}</span>
            <span className={classes.bar} aria-hidden>
              {max ? <span className={classes.fill} style={{ width: `${(points / max) * 100}%` }} /> : null}
            </span>
            <span className={classes.points}>{max ? `${points}/${max}` : t("未比较")}</span>
            <span className={classes.reason}>{reason}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
