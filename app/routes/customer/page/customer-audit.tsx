import { formatInstant } from "~/app/blocks/detail/format";
import { Person } from "~/app/blocks/detail/person";
import { Empty } from "~/app/blocks/feedback/states";
import { ListPager } from "~/app/blocks/list/list-pager";
import { useListQuery } from "~/app/blocks/list/use-list-query";
import { t } from "~/app/i18n/t";
import { customer } from "~/contract/customer/customer";
import { historyActions } from "~/contract/customer/customer-record";
import type { Reply } from "~/contract/endpoint";
import classes from "./customer-audit.module.css";

const actions: Readonly<Record<string, string>> = historyActions;

/** The change log of a customer: who changed what, from what to what. */
export function CustomerAudit({ page }: { page: Reply<typeof customer.audit> }) {
  const { change } = useListQuery(customer.audit);
  if (page.list.length === 0) return <Empty />;
  return (
    <>
      <ol className={classes.log}>
        {page.list.map((line) => (
          <li key={line.id} className={classes.line}>
            <p className={classes.head}>
              <time dateTime={line.at}>{formatInstant(line.at)}</time>
              <Person name={line.operator} />
              <strong>{t(actions[line.action] ?? line.action)}</strong>
            </p>
            {line.reason ? <p className={classes.reason}>{t("原因：{reason}", { reason: line.reason })}</p> : null}
            {line.changes.length ? (
              <ul className={classes.changes}>
                {line.changes.map(({ field, label, before, after }) => (
                  <li key={field}>
                    <span>{t(label)}</span>
                    <del>{before || t("（空）")}</del>
                    <span aria-hidden>→</span>
                    <ins>{after || t("（空）")}</ins>
                  </li>
                ))}
              </ul>
            ) : null}
          </li>
        ))}
      </ol>
      {page.total > page.page_size ? <ListPager page={page} onChange={change} /> : null}
    </>
  );
}
