import { IconCheck, IconEye, IconPencil, IconPhone } from "@tabler/icons-react";
import type { MouseEvent } from "react";
import basic from "~/app/basic.module.css";
import { Person } from "~/app/blocks/detail/person";
import { Tag } from "~/app/blocks/detail/tag";
import { Link } from "~/app/blocks/link";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { dialOf } from "~/app/features/contacts/contacts";
import { ClockText } from "~/app/features/customer/claim-clock";
import { customerPage } from "~/app/features/customer/customer-path";
import { callOf, LevelTag } from "~/app/features/customer/customer-tags";
import { LastNote } from "~/app/features/customer/last-note";
import { t } from "~/app/i18n/t";
import type { DayCustomer } from "~/contract/dashboard/blocks";
import { now } from "~/contract/now";
import { scheduleTypes } from "~/contract/schedule/schedule";
import { actLook } from "./act-look";
import rest from "./at-rest.module.css";
import type { DayActs } from "./day-acts";
import type { DayLine } from "./day-lines";
import classes from "./day-list.module.css";

const name = `${basic.cut} ${basic.plainText} ${basic.blue} ${basic.bold}`;
const dayLength = 86_400_000;

export function DayEntry({ line, isTeam, acts }: { line: DayLine; isTeam: boolean; acts: DayActs }) {
  const { kind, time, customer, schedule } = line;
  const whose = schedule?.user ?? customer?.owner;
  return (
    <li className={`${classes.entry} ${rest.line} ${basic.sinks}`} data-kind={kind}>
      <span className={`${classes.time} ${basic.relative} ${basic.oneLine} ${basic.size14} ${basic.bold}`}>
        {kind === "pool" ? null : time}
      </span>
      <div className={classes.what}>
        <div className={`${classes.title} ${basic.row} ${basic.gap6} ${basic.shrinks}`}>
          {schedule ? (
            <Link to="/schedule-list" className={name}>
              {schedule.title}
            </Link>
          ) : (
            <Link to={customerPage(customer)} className={name}>
              {customer.name}
            </Link>
          )}
          {schedule ? <Tag color="cyan">{t(scheduleTypes[schedule.type])}</Tag> : <LevelTag level={customer.level} />}
          {isTeam && whose ? <Person name={whose.name} /> : null}
        </div>
        <div className={`${classes.more} ${basic.row} ${basic.dim} ${basic.size13}`}>
          {schedule ? <About line={line} /> : <LastNote customer={customer} />}
        </div>
      </div>
      <span className={`${classes.left} ${rest.left} ${basic.oneLine} ${basic.dim} ${basic.size13}`}>
        <Left line={line} />
      </span>
      <div className={`${classes.acts} ${rest.acts} ${basic.flex} ${basic.gap4}`}>
        {customer ? <Call customer={customer} acts={acts} /> : null}
        {customer?.can.track ? (
          <button
            type="button"
            className={actLook}
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
            className={actLook}
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

function About({ line: { customer, schedule } }: { line: DayLine }) {
  const named = customer ?? schedule?.customer;
  const words = [schedule?.location, schedule?.content, customer?.last_note].filter(Boolean).join(" · ");
  return (
    <>
      {named ? (
        <Link to={customerPage(named)} className={`${basic.fixed} ${basic.unlined} ${basic.plainText} ${basic.blue}`}>
          {named.name}
        </Link>
      ) : null}
      {words ? <span title={words}>{words}</span> : null}
    </>
  );
}

function Left({ line: { kind, at, customer } }: { line: DayLine }) {
  const days = Math.floor((now() - Date.parse(at)) / dayLength);
  if (kind !== "pool" && days >= 1) return <span className={basic.late}>{t("逾期{n}天", { n: days })}</span>;
  return customer && (kind === "pool" || customer.is_warned) ? <ClockText row={customer} /> : null;
}

function Call({ customer, acts }: { customer: DayCustomer; acts: DayActs }) {
  const isPhone = useIsPhone();
  const number = callOf(customer);
  const call = (event: MouseEvent) => {
    if (!customer.can.track) return;
    // A desk shows the number for the mobile; there the form waits for the end of the call.
    if (!isPhone) event.preventDefault();
    acts.call(customer);
  };
  if (number)
    return (
      <a
        className={actLook}
        href={dialOf(number.number)}
        onClick={call}
        aria-label={t("拨打{number}", { number: number.text })}
        title={number.text}
      >
        <IconPhone size={16} stroke={1.6} aria-hidden />
        {t("拨打")}
      </a>
    );
  if (!customer.can.reveal || !customer.phone) return null;
  return (
    <button
      type="button"
      className={actLook}
      aria-label={t("查看{name}的号码", { name: customer.name })}
      onClick={() => acts.reveal(customer)}
    >
      <IconEye size={16} stroke={1.6} aria-hidden />
      {t("号码")}
    </button>
  );
}
