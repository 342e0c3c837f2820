import { Text } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { Panel } from "~/app/blocks/detail/panel";
import { lazyPart } from "~/app/blocks/lazy-part";
import { WhenNear } from "~/app/blocks/when-near";
import { t } from "~/app/i18n/t";
import { formatPercent } from "~/contract/format";
import type { EstateDetail } from "~/contract/house/estate";
import type { EstateField } from "~/contract/house/estate-record";
import type { RoomRow } from "~/contract/house/room";
import classes from "../estate-detail.module.css";
import { EstateFacts } from "../estate-facts";

const calculatorHeight = 480;

const Calculator = lazyPart(
  () => import("../calculator/calculator"),
  "Calculator",
  () => <div style={{ height: calculatorHeight }} />,
);

// The price of a ㎡ and the yields stand among the key figures, once.
const costs: readonly EstateField[] = [
  ...(["management_fee", "repair_fund", "repair_fund_initial"] as const),
  ...(["property_tax", "property_tax_note", "expected_rent"] as const),
  ...(["rent_guarantee_years", "down_payment_percent", "loan_available", "loan_ltv"] as const),
];

/** What is reckoned with: a layout, or one of its flats by its price. Chosen once more, it is reckoned anew. */
export interface Chosen {
  room: number;
  price?: string | undefined;
  turn: number;
}

interface EstateCostsProps {
  record: EstateDetail;
  rooms: readonly RoomRow[];
  chosen: Chosen | undefined;
}

export const calculatorId = "calculator";

export const EstateCosts = ({ record, rooms, chosen }: EstateCostsProps) => (
  <Panel title={t("费用与购房成本")}>
    <EstateFacts record={record} tab="price" fields={costs} wide={["property_tax_note"]} />
    {record.payment_plan.length ? (
      <div className={classes.text}>
        <Text component="h3" c="dimmed" fz={13} fw={500} mb={4}>
          {t("付款计划")}
        </Text>
        <ol className={`${classes.stations} ${basic.list} ${basic.column} ${basic.gap6} ${basic.size14}`}>
          {record.payment_plan.map(({ stage, percent, note }) => (
            <li key={stage}>{[stage, formatPercent(percent), note].filter(Boolean).join(" ")}</li>
          ))}
        </ol>
      </div>
    ) : null}
    <div id={calculatorId} tabIndex={-1} className={classes.anchor}>
      <WhenNear height={calculatorHeight}>
        <Calculator key={chosen?.turn} record={record} rooms={rooms} chosen={chosen} />
      </WhenNear>
    </div>
  </Panel>
);
