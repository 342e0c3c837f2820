import {
  IconArrowsExchange,
  IconCalendarEvent,
  IconFileCheck,
  IconFileDollar,
  IconHomeSearch,
  IconLink,
  IconLock,
  IconMessage2,
  IconMessageQuestion,
  IconPencil,
  IconPhone,
  IconSend2,
  type TablerIcon,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import basic from "~/app/basic.module.css";
import { formatInstant } from "~/app/blocks/detail/format";
import { Person } from "~/app/blocks/detail/person";
import { CardActions, RowActions } from "~/app/blocks/list/row/row-actions";
import type { RowAction } from "~/app/blocks/row-action";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { t } from "~/app/i18n/t";
import { shanghaiDay } from "~/contract/day";
import { type TimelineKind, timelineKinds } from "~/contract/timeline/timeline";
import classes from "./timeline.module.css";

const icons: Readonly<Record<TimelineKind, TablerIcon>> = {
  tracking: IconPhone,
  comment: IconMessage2,
  schedule: IconCalendarEvent,
  requirement: IconHomeSearch,
  inquiry: IconMessageQuestion,
  clue: IconLink,
  hold: IconLock,
  quote: IconFileDollar,
  share: IconSend2,
  deal: IconFileCheck,
  transfer: IconArrowsExchange,
  change: IconPencil,
};

interface EntryProps {
  kind: TimelineKind;
  at: string;
  time?: string;
  what: ReactNode;
  who?: string | undefined;
  about?: string;
  actions?: readonly (RowAction | false | undefined)[];
  children?: ReactNode;
}

export function Entry({ kind, at, time, what, who, about = "", actions = [], children }: EntryProps) {
  const Icon = icons[kind];
  const Actions = useIsPhone() ? CardActions : RowActions;
  return (
    <li className={classes.entry} data-kind={kind}>
      <span className={`${classes.mark} ${basic.dim} ${basic.sunken}`} title={t(timelineKinds[kind])}>
        <Icon size={14} stroke={1.8} aria-hidden />
      </span>
      <div className={`${classes.head} ${basic.wrap} ${basic.gap8}`}>
        <time className={basic.dim} dateTime={at} title={formatInstant(at)}>
          {time ?? momentText(at)}
        </time>
        {what}
        {who ? (
          <span className={basic.dim}>
            <Person name={who} />
          </span>
        ) : null}
        <span className={basic.pushed}>
          <Actions about={about} actions={actions} />
        </span>
      </div>
      {children}
    </li>
  );
}

export function momentText(at: string): string {
  const text = formatInstant(at);
  return text.slice(0, 4) === shanghaiDay().slice(0, 4) ? text.slice(5) : text;
}
