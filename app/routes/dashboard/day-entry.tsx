import { IconCheck, IconEye, IconPencil, IconPhone } from "@tabler/icons-react";
import { formatAge } from "~/app/blocks/detail/format";
import { Person } from "~/app/blocks/detail/person";
import { Tag } from "~/app/blocks/detail/tag";
import { Link } from "~/app/blocks/link";
import { ClockText } from "~/app/features/customer/claim-clock";
import { callOf, LevelTag, PoolWarning } from "~/app/features/customer/customer-tags";
import { t } from "~/app/i18n/t";
import { stages } from "~/contract/customer/customer-record";
import type { DayCustomer } from "~/contract/dashboard/blocks";
import { scheduleTypes } from "~/contract/schedule/schedule";
import type { DayActs } from "./day-acts";
import { customerPage, type DayLine } from "./day-lines";
import classes from "./day-list.module.css";

interface DayEntryProps {
  line: DayLine;
  /** Other people's lines are among them. */
  isTeam: boolean;
  acts: DayActs;
}

/** One line of the day: when, what with whom, and what one does next. */
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
          {kind === "tracking" && customer ? <PoolWarning row={customer} /> : null}
        </div>
        <div className={classes.more}>
          {schedule ? <About line={line} /> : <Standing customer={customer} isRisk={kind === "pool"} />}
          {isTeam && whose ? <Person name={whose.name} /> : null}
        </div>
      </div>
      <div className={classes.acts}>
        {customer ? <Call customer={customer} onReveal={() => acts.reveal(customer)} /> : null}
        {customer?.can.track ? (
          <button
            type="button"
            aria-label={t("跟进 {name}", { name: customer.name })}
            onClick={() => acts.track(customer)}
          >
            <IconPencil size={16} stroke={1.6} aria-hidden />
            {t("跟进")}
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

/** Whom and where a schedule is about. */
function About({ line: { customer, schedule } }: { line: DayLine }) {
  const named = customer ?? schedule?.customer;
  return (
    <>
      {named ? <Link to={customerPage(named)}>{named.name}</Link> : null}
      {schedule?.location ? <span>{schedule.location}</span> : null}
    </>
  );
}

/** Where a customer stands, and when they were last spoken to. */
function Standing({ customer, isRisk }: { customer: DayCustomer; isRisk: boolean }) {
  const { stage, last_tracking_at } = customer;
  return (
    <>
      {isRisk ? <ClockText row={customer} /> : null}
      <span>{t(stages[stage as keyof typeof stages] ?? stage)}</span>
      <span>
        {last_tracking_at ? t("上次跟进 {when}", { when: formatAge(last_tracking_at) }) : t("还没有跟进记录")}
      </span>
    </>
  );
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
