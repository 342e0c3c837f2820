import basic from "~/app/basic.module.css";
import classes from "~/app/blocks/detail/line.module.css";
import { Empty } from "~/app/blocks/feedback/states";
import { NameLink } from "~/app/blocks/page-link";
import { t } from "~/app/i18n/t";
import type { DealRow } from "~/contract/deal/deal-record";
import { formatExact } from "~/contract/format";
import { dealPath } from "./deal-paths";
import { DealStatusTag, PayStatusTag } from "./deal-tags";

export function DealBriefs({ rows }: { rows: readonly DealRow[] }) {
  if (rows.length === 0) return <Empty title={t("没有成交")} />;
  return (
    <ul className={`${classes.line} ${basic.list} ${basic.grid} ${basic.gap10}`}>
      {rows.map((row) => (
        <li key={row.id}>
          <div className={classes.head}>
            <NameLink to={dealPath(row.id)}>{row.deal_no}</NameLink>
            <DealStatusTag status={row.status} cancelType={row.cancel_type} />
            {row.pay_status ? <PayStatusTag status={row.pay_status} isNamed /> : null}
            {daysOf(row)}
          </div>
          <p className={classes.text}>
            {[
              row.buyer_name ?? row.customer.name,
              [row.estate.name, row.building, row.unit_no].filter(Boolean).join(" "),
              formatExact(row.deal_price, row.currency),
              row.agent?.name,
              t("顾问 {name}", { name: row.owner.name }),
            ]
              .filter(Boolean)
              .join(" · ")}
          </p>
        </li>
      ))}
    </ul>
  );
}

function daysOf({ subscribed_at, contracted_at, cancelled_at }: DealRow) {
  const [text, day] = cancelled_at
    ? [t("取消"), cancelled_at]
    : contracted_at
      ? [t("签约"), contracted_at]
      : [t("认购"), subscribed_at];
  return day ? <time dateTime={day}>{`${text} ${day}`}</time> : null;
}
