import { useCallback, useState } from "react";
import { useCall } from "~/app/blocks/detail/use-async";
import { webhook } from "~/contract/system/webhook";

/** A webhook's deliveries, a page at a time. Not by the page's loader: the settings above may hold what is not saved, and another address would take it. */
export function useWebhookLogs(id: number) {
  const [page, setPage] = useState(1);
  const { answer: shown, hasFailed, again } = useCall(webhook.logs, { params: { id }, query: { page, page_size: 20 } });
  const go = useCallback(
    (to: number) => {
      setPage(to);
      again();
    },
    [again],
  );
  return { shown, hasFailed, go, again };
}
