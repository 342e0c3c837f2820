import basic from "~/app/basic.module.css";
import classes from "~/app/blocks/detail/line.module.css";
import { Empty } from "~/app/blocks/feedback/states";
import { NameLink } from "~/app/blocks/page-link";
import { t } from "~/app/i18n/t";
import type { StatementRow } from "~/contract/clue/statement";
import { formatExact } from "~/contract/format";
import { StatementPeriod } from "./statement-period";
import { StatementTag } from "./statement-tags";

export function StatementBriefs({ rows }: { rows: readonly StatementRow[] }) {
  if (rows.length === 0) return <Empty title={t("没有对账单")} />;
  return (
    <ul className={`${classes.line} ${basic.list} ${basic.grid} ${basic.gap10}`}>
      {rows.map(
        ({ id, statement_no, status, period_from, period_to, item_count, payable_total, currency, paid_at }) => (
          <li key={id}>
            <div className={classes.head}>
              <NameLink to={`/clue/accountStatement?open=${id}`}>{statement_no}</NameLink>
              <StatementTag status={status} />
              <StatementPeriod of={{ period_from, period_to }} />
            </div>
            <p className={classes.text}>
              {[
                t("{n}笔", { n: item_count }),
                t("应付合计 {amount}", { amount: formatExact(payable_total, currency) }),
                ...(paid_at ? [t("{day} 付款", { day: paid_at })] : []),
              ].join(" · ")}
            </p>
          </li>
        ),
      )}
    </ul>
  );
}
