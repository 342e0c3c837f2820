import { t } from "~/app/i18n/t";
import type { Reply } from "~/contract/endpoint";
import { formatNumber } from "~/contract/format";
import type { user } from "~/contract/personal/user";
import classes from "./own-figures.module.css";

/** What one holds and has used, against its limits. */
export function OwnFigures({ summary }: { summary: Reply<typeof user.summary> }) {
  const figures = [
    { label: t("客户"), count: summary.customer_count, limit: summary.customer_cap },
    { label: t("锁定客户"), count: summary.lock_count, limit: summary.lock_limit },
    { label: t("今日查看完整号码"), count: summary.reveal_count, limit: summary.reveal_limit },
  ];
  return (
    <dl className={classes.figures}>
      {figures.map(({ label, count, limit }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <b>{formatNumber(count)}</b> / {formatNumber(limit)}
          </dd>
          <dd className={classes.bar} aria-hidden data-full={count >= limit || undefined}>
            <span style={{ width: `${limit > 0 ? Math.min(100, (count / limit) * 100) : 100}%` }} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
