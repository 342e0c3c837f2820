import basic from "~/app/basic.module.css";
import { t } from "~/app/i18n/t";
import { historyActions } from "~/contract/customer/customer-record";
import type { HistoryLine } from "~/contract/customer/history";
import { Entry } from "./entry";
import classes from "./timeline.module.css";

const actions: Readonly<Record<string, string>> = historyActions;

export function HistoryEntry({ kind, line }: { kind: "transfer" | "change"; line: HistoryLine }) {
  const { at, action, operator, reason, changes } = line;
  return (
    <Entry kind={kind} at={at} what={<strong>{t(actions[action] ?? action)}</strong>} who={operator}>
      {reason ? <p className={classes.more}>{t("原因：{reason}", { reason })}</p> : null}
      {changes.length ? (
        <ul className={`${classes.changes} ${basic.list} ${basic.column} ${basic.gap4} ${basic.size14}`}>
          {changes.map(({ field, label, before, after }) => (
            <li key={field}>
              <span>{t(label)}</span>
              {before ? <del className={basic.dim}>{before}</del> : null}
              <span aria-hidden>→</span>
              <ins>{after || t("（空）")}</ins>
            </li>
          ))}
        </ul>
      ) : null}
    </Entry>
  );
}
