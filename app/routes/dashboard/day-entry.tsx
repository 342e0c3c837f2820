import { IconCheck, IconEye, IconPencil, IconPhone } from "@tabler/icons-react";
import { formatAge } from "~/app/blocks/detail/format";
import { Person } from "~/app/blocks/detail/person";
import { Tag } from "~/app/blocks/detail/tag";
import { Link } from "~/app/blocks/link";
import { ClockText } from "~/app/features/customer/claim-clock";
import { callOf, LevelTag } from "~/app/features/customer/customer-tags";
import { t } from "~/app/i18n/t";
import type { DayCustomer } from "~/contract/dashboard/blocks";
import { now } from "~/contract/now";
import { scheduleTypes } from "~/contract/schedule/schedule";
import type { DayActs } from "./day-acts";
import { customerPage, type DayLine } from "./day-lines";
import classes from "./day-list.module.css";

const dayLength = 86_400_000;

interface DayEntryProps {
  line: DayLine;
  /** Other people's lines are among them. */
  isTeam: boolean;
  acts: DayActs;
}

/** One line of the day: when, with whom, why, and how long it has waited or is left. What one does next comes in the place of the last. */
export function DayEntry({ line, isTeam, acts }: DayEntryProps) {
  const { kind, time, customer, schedule } = line;
  const whose = schedule?.user ?? customer?.owner;
  return (
    <li className={classes.entry} data-kind={kind}>
      <span className={classes.time}>{kind === "pool" ? null : time}</span>
      <div className={classes.what}>
        <div className={classes.title}>
          {schedule ? (
            <Link to="/schedule-list">{schedule.title}</Link>
          ) : (
            <Link to={customerPage(customer)}>{customer.name}</Link>
          )}
          {schedule ? <Tag color="cyan">{t(scheduleTypes[schedule.type])}</Tag> : <LevelTag level={customer.level} />}
          {isTeam && whose ? <Person name={whose.name} /> : null}
        </div>
        <div className={classes.more}>{schedule ? <About line={line} /> : <Why customer={customer} />}</div>
      </div>
      <span className={classes.left}>
        <Left line={line} />
      </span>
      <div className={classes.acts}>
        {customer ? <Call customer={customer} onReveal={() => acts.reveal(customer)} /> : null}
        {customer?.can.track ? (
          <button
            type="button"
            aria-label={t("写跟进 {name}", { name: customer.name })}
            onClick={() => acts.track(customer)}
          >
            <IconPencil size={16} stroke={1.6} aria-hidden />
            {t("写跟进")}
          </button>
        ) : null}
        {schedule?.can.done ? (
          <button
            type="button"
            aria-label={t("完成 {name}", { name: schedule.title })}
            onClick={() => acts.finish(schedule)}
          >
            <IconCheck size={16} stroke={1.6} aria-hidden />
            {t("完成")}
          </button>
        ) : null}
      </div>
    </li>
  );
}

/** Whom and where a schedule is about, and what it is for. */
function About({ line: { customer, schedule } }: { line: DayLine }) {
  const named = customer ?? schedule?.customer;
  const words = [schedule?.location, schedule?.content, customer?.last_note].filter(Boolean).join(" · ");
  return (
    <>
      {named ? <Link to={customerPage(named)}>{named.name}</Link> : null}
      {words ? <span title={words}>{words}</span> : null}
    </>
  );
}

/** What was promised, or last said. */
function Why({ customer: { last_note, last_tracking_at } }: { customer: DayCustomer }) {
  if (!last_note) return <span>{last_tracking_at ? formatAge(last_tracking_at) : t("还没有跟进记录")}</span>;
  return (
    <span title={last_note}>
      {last_tracking_at ? `${formatAge(last_tracking_at)}：` : null}
      {last_note}
    </span>
  );
}

/** How late it is, else how long the customer is still one's own where that ends soon. */
function Left({ line: { kind, at, customer } }: { line: DayLine }) {
  const days = Math.floor((now() - Date.parse(at)) / dayLength);
  if (kind !== "pool" && days >= 1) return <span data-late>{t("逾期{n}天", { n: days })}</span>;
  return customer && (kind === "pool" || customer.is_warned) ? <ClockText row={customer} /> : null;
}

/** One's own number is called; somebody else's is asked for with a reason. */
function Call({ customer, onReveal }: { customer: DayCustomer; onReveal: () => void }) {
  const number = callOf(customer);
  if (number)
    return (
      <a
        className={classes.call}
        href={`tel:${number.number.replace(/[^\d+]/g, "")}`}
        aria-label={t("拨打{number}", { number: number.text })}
        title={number.text}
      >
        <IconPhone size={16} stroke={1.6} aria-hidden />
        {t("拨打")}
      </a>
    );
  if (!customer.can.reveal || !customer.phone) return null;
  return (
    <button type="button" aria-label={t("查看{name}的号码", { name: customer.name })} onClick={onReveal}>
      <IconEye size={16} stroke={1.6} aria-hidden />
      {t("号码")}
    </button>
  );
}
