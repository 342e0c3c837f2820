import type { CSSProperties } from "react";
import { formatInstant } from "~/app/blocks/detail/format";
import { Empty } from "~/app/blocks/feedback/states";
import { Pictures } from "~/app/features/album/pictures";
import { t } from "~/app/i18n/t";
import classes from "./judgement-sheet.module.css";
import { eventsOf, type Side } from "./sides";

/** What may stand as evidence. */
const kinds: Readonly<Record<string, string>> = {
  report: "报备",
  record: "建档",
  tracking: "跟进",
  call: "通话",
  visit: "到访",
  photo: "照片",
  login: "登录",
};
export const evidenceLabel = (kind: string): string => t(kinds[kind] ?? kind);

/** One time line of all sides, each in a column of its own, the oldest first; on the phone each entry names its side. */
export function JudgementLine({ sides }: { sides: readonly Side[] }) {
  const events = eventsOf(sides);
  if (events.length === 0) return <Empty title={t("没有记录")} />;
  const columns = { "--sides": sides.length } as CSSProperties; // React's type knows no custom properties.
  return (
    <div className={classes.lanes} style={columns}>
      <div className={classes.heads} aria-hidden>
        <span>{t("时间")}</span>
        {sides.map(({ party, title }) => (
          <span key={`${party.kind}:${party.id}`}>{title}</span>
        ))}
      </div>
      <ol aria-label={t("双方时间线")}>
        {events.map(({ key, at, side, event }) => (
          <li key={key}>
            <time dateTime={at}>{formatInstant(at)}</time>
            <div className={classes.event} data-side={sides[side]?.is} style={{ "--lane": side + 2 } as CSSProperties}>
              <p>
                <span className={classes.of}>{sides[side]?.title}</span>
                <strong>{evidenceLabel(event.kind)}</strong>
                {event.text ? ` ${event.text}` : null}
              </p>
              <Pictures pictures={event.pictures} />
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}
