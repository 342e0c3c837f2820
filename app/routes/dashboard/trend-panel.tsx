import { AsyncPart } from "~/app/blocks/detail/async-part";
import { Panel } from "~/app/blocks/detail/panel";
import { useCall } from "~/app/blocks/detail/use-async";
import { t } from "~/app/i18n/t";
import { analytics } from "~/contract/dashboard/analytics";
import { TrendChart } from "./trend-chart";

/** The last thirty days, drawn. */
export function TrendPanel() {
  const trend = useCall(analytics.trend, {});
  return (
    <Panel title={t("近30天")}>
      <AsyncPart {...trend}>{(answer) => <TrendChart trend={answer} />}</AsyncPart>
    </Panel>
  );
}
