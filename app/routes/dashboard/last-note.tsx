import { formatAge } from "~/app/blocks/detail/format";
import { t } from "~/app/i18n/t";
import type { DayCustomer } from "~/contract/dashboard/blocks";

/** What was promised, or last said. */
export function LastNote({ customer: { last_note, last_tracking_at } }: { customer: DayCustomer }) {
  if (!last_note) return <span>{last_tracking_at ? formatAge(last_tracking_at) : t("还没有跟进记录")}</span>;
  return (
    <span title={last_note}>
      {last_tracking_at ? `${formatAge(last_tracking_at)}：` : null}
      {last_note}
    </span>
  );
}
