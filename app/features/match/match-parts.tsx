import { FigureName } from "~/app/blocks/figure/figure-name";
import { t } from "~/app/i18n/t";
import type { MatchPart } from "~/contract/house/match";
import classes from "./match-parts.module.css";

/** How well something fits: the points, and for each part of them a small bar with its reason. */
export function MatchParts({ score, parts }: { score: number; parts: readonly MatchPart[] }) {
  return (
    <div className={classes.fit}>
      <p className={classes.score}>
        <strong>{score}</strong> <FigureName of="match_score">{t("分")}</FigureName>
      </p>
      <ul className={classes.parts} aria-label={t("匹配理由")}>
        {parts.map(({ key, label, score: points, max, reason }) => (
          <li key={key} className={classes.part}>
            <span className={classes.label}>{t(label)}</span>
            <span className={classes.bar} aria-hidden>
              <span className={classes.fill} style={{ width: `${(points / max) * 100}%` }} />
            </span>
            <span className={classes.points}>
              {points}/{max}
            </span>
            <span className={classes.reason}>{reason}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
