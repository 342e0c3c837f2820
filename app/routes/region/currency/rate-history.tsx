import "@mantine/core/styles/FloatingIndicator.css";
import "@mantine/core/styles/SegmentedControl.css";
import { SegmentedControl, Stack } from "@mantine/core";
import { useCallback, useState } from "react";
import { call } from "~/app/api/call";
import { AsyncPart } from "~/app/blocks/detail/async-part";
import { useAsync } from "~/app/blocks/detail/use-async";
import { SideDrawer } from "~/app/blocks/feedback/side-drawer";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { t } from "~/app/i18n/t";
import { type CurrencyRow, currency, historySpans } from "~/contract/region/currency";
import { RateLine } from "./rate-line";
import { RateTable } from "./rate-table";

type Span = (typeof historySpans)[number];

export function RateHistory({ row: { id, code, name_zh }, onClose }: { row: CurrencyRow; onClose: () => void }) {
  const isPhone = useIsPhone();
  const [days, setDays] = useState<Span>(90);
  const load = useCallback(
    async (signal: AbortSignal) => ({
      days,
      history: await call(currency.history, { params: { id }, query: { days } }, { signal, silent: true }),
    }),
    [id, days],
  );
  const history = useAsync(load);
  return (
    <SideDrawer
      onClose={onClose}
      size={isPhone ? "100%" : 720}
      title={t("{name} {code} 的汇率", { name: name_zh, code })}
    >
      <Stack gap="md">
        <SegmentedControl
          aria-label={t("时间范围")}
          value={String(days)}
          onChange={(value) => setDays(historySpans.find((span) => String(span) === value) ?? 90)}
          data={historySpans.map((span) => ({ value: String(span), label: t("近{days}天", { days: span }) }))}
        />
        <AsyncPart {...history}>
          {(answer) => (
            <Stack gap="md" aria-busy={answer.days !== days}>
              <RateLine code={code} {...answer} />
              <RateTable history={answer.history} />
            </Stack>
          )}
        </AsyncPart>
      </Stack>
    </SideDrawer>
  );
}
