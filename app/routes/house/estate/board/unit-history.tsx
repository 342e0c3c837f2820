import "@mantine/core/styles/Timeline.css";
import { Timeline } from "@mantine/core";
import { AsyncPart } from "~/app/blocks/detail/async-part";
import { formatInstant } from "~/app/blocks/detail/format";
import { useCall } from "~/app/blocks/detail/use-async";
import { Dialog, DialogClose } from "~/app/blocks/feedback/dialog";
import { Empty } from "~/app/blocks/feedback/states";
import { t } from "~/app/i18n/t";
import { formatExact } from "~/contract/format";
import { unit as contract, type UnitLogRow, type UnitRow, unitLogActs, unitStatuses } from "~/contract/house/unit";

interface UnitHistoryProps {
  unit: Pick<UnitRow, "id" | "building" | "unit_no">;
  currency: string;
  onClose: () => void;
}

export function UnitHistory({ unit, currency, onClose }: UnitHistoryProps) {
  const asked = useCall(contract.log, { params: { id: unit.id } });
  return (
    <Dialog title={t("房号记录 {unit}", { unit: `${unit.building} ${unit.unit_no}` })} onClose={onClose}>
      <AsyncPart {...asked} shape="list">
        {(lines) =>
          lines.length ? (
            <Timeline bulletSize={12} lineWidth={1} mb="md">
              {lines.map((line) => (
                <Timeline.Item key={line.id} title={t(unitLogActs[line.act])} lh={1.4}>
                  {detailsOf(line, currency).map((text) => (
                    <div key={text}>{text}</div>
                  ))}
                  <small>{[formatInstant(line.at), line.by?.name ?? t("系统")].join(" · ")}</small>
                </Timeline.Item>
              ))}
            </Timeline>
          ) : (
            <Empty title={t("暂无记录")} />
          )
        }
      </AsyncPart>
      <DialogClose onClose={onClose} />
    </Dialog>
  );
}

function detailsOf({ from, to, price_before, price_after, customer }: UnitLogRow, currency: string): string[] {
  const price = (amount: string | null) => (amount === null ? t("价格待定") : formatExact(amount, currency));
  return [
    customer ? t("客户：{name}", { name: customer.name }) : "",
    from && to && from !== to ? `${t(unitStatuses[from])} → ${t(unitStatuses[to])}` : "",
    price_before !== price_after ? `${price(price_before)} → ${price(price_after)}` : "",
  ].filter(Boolean);
}
