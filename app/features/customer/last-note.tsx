import { formatAge } from "~/app/blocks/detail/format";
import { useCall } from "~/app/blocks/detail/use-async";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { tracking } from "~/contract/customer/tracking";
import type { DayCustomer } from "~/contract/dashboard/blocks";
import { mayCall } from "~/contract/endpoint";

type Noted = Pick<DayCustomer, "last_note" | "last_tracking_at">;

export function LastNote({ customer: { last_note, last_tracking_at } }: { customer: Noted }) {
  if (!last_note) return <span>{last_tracking_at ? formatAge(last_tracking_at) : t("还没有跟进记录")}</span>;
  return (
    <span title={last_note}>
      {last_tracking_at ? `${formatAge(last_tracking_at)}：` : null}
      {last_note}
    </span>
  );
}

export const AskedNote = ({ customer }: { customer: Omit<Noted, "last_note"> & { id: number } }) =>
  mayCall(useProfile(), tracking.list) ? <NewestNote {...customer} /> : null;

function NewestNote({ id, last_tracking_at }: { id: number; last_tracking_at: string | null }) {
  const { answer } = useCall(tracking.list, { query: { customer_id: id, page_size: 10 } });
  return answer ? <LastNote customer={{ last_tracking_at, last_note: answer.list[0]?.content ?? null }} /> : null;
}
