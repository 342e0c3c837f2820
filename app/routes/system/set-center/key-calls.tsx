import { useState } from "react";
import { AsyncPart } from "~/app/blocks/detail/async-part";
import { useCall } from "~/app/blocks/detail/use-async";
import { SideDrawer } from "~/app/blocks/feedback/side-drawer";
import { Empty } from "~/app/blocks/feedback/states";
import { ListPager } from "~/app/blocks/list/list-pager";
import { CallList } from "~/app/features/keys/call-list";
import { t } from "~/app/i18n/t";
import { keyDaysKept, type ManagedKey, managedKey } from "~/contract/system/key";

/** How often a key has called what, by day and result: a page at a time. */
export function KeyCalls({ row: { id, name }, onClose }: { row: ManagedKey; onClose: () => void }) {
  const [page, setPage] = useState(1);
  const asked = useCall(managedKey.days, { query: { key_id: id, page, page_size: 50 } });
  return (
    <SideDrawer onClose={onClose} size="lg" title={t("调用 · {name}", { name })}>
      <AsyncPart {...asked} shape="list">
        {(answer) => (
          <>
            <CallList
              calls={answer.list.map((day) => ({
                ...day,
                note: t("{day} · {count}次", { day: day.day, count: day.count }),
              }))}
            />
            {answer.total === 0 ? <Empty title={t("{n}天内没有调用", { n: keyDaysKept })} /> : null}
            {answer.total > answer.page_size ? (
              <ListPager page={answer} onChange={(next) => "page" in next && setPage(next.page)} />
            ) : null}
          </>
        )}
      </AsyncPart>
    </SideDrawer>
  );
}
