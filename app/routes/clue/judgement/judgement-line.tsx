import basic from "~/app/basic.module.css";
import { formatInstant } from "~/app/blocks/detail/format";
import { Empty } from "~/app/blocks/feedback/states";
import { Pictures } from "~/app/features/album/pictures";
import { t } from "~/app/i18n/t";
import type { Evidence } from "~/contract/clue/judgement";
import classes from "./judgement-sheet.module.css";
import type { Side } from "./sides";

interface JudgementLineProps {
  sides: readonly Side[];
  timeline: readonly Evidence[];
}

/** One time line of all sides, each in its own column, the oldest first; on the phone each entry names its side. */
export function JudgementLine({ sides, timeline }: JudgementLineProps) {
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
