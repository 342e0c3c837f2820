import { useCallback, useEffect, useState } from "react";
import { call } from "~/app/api/call";
import type { Page } from "~/contract/common";
import { type WebhookLogRow, webhook } from "~/contract/webhook";

/** A webhook's deliveries, a page at a time. Not by the page's loader: the settings above may hold what is not saved, and another address would take it. */
export function useWebhookLogs(id: number) {
  const [asked, setAsked] = useState({ page: 1 });
  const [shown, setShown] = useState<Page<WebhookLogRow>>();
  const [hasFailed, setHasFailed] = useState(false);

  useEffect(() => {
    const own = new AbortController();
    setHasFailed(false);
    const query = { page: asked.page, page_size: 20 as const };
    call(webhook.logs, { params: { id }, query }, { signal: own.signal, silent: true }).then(setShown, () => {
      if (!own.signal.aborted) setHasFailed(true);
    });
    return () => own.abort();
  }, [id, asked]);

  return {
    shown,
    hasFailed,
    go: useCallback((page: number) => setAsked({ page }), []),
    again: useCallback(() => setAsked((now) => ({ ...now })), []),
  };
}
