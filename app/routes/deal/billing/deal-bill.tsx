import { Box, Button, Group, Stack } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import basic from "~/app/basic.module.css";
import rail from "~/app/blocks/detail/rail.module.css";
import { Empty } from "~/app/blocks/feedback/states";
import { lazyPart } from "~/app/blocks/lazy-part";
import { DrawerAnswer, useDrawerCall } from "~/app/blocks/list/row/row-drawer";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { t } from "~/app/i18n/t";
import { billing } from "~/contract/deal/billing";
import { compareDecimals } from "~/contract/decimal";
import { formatExact } from "~/contract/format";
import type { Bill } from "./bill";
import { useBillActs } from "./bill-acts";
import { BillLine } from "./bill-line";

const LineDialog = lazyPart(() => import("./line-dialog"), "LineDialog");
const PlanDialog = lazyPart(() => import("./plan-dialog"), "PlanDialog");

export const DealBillPart = ({ id }: { id: number }) => (
  <DrawerAnswer {...useDrawerCall(billing.ofDeal, { params: { id } })}>
    {(bill) => <Shown id={id} bill={bill} />}
  </DrawerAnswer>
);

function Shown({ id, bill }: { id: number; bill: Bill }) {
  const [opened, setOpened] = useState<"line" | "plan">();
  const close = () => setOpened(undefined);
  const acts = useBillActs();
  // Lines are written on the desk.
  const isPhone = useIsPhone();
  const hasRest = bill.deal_price !== null && compareDecimals(bill.unplanned, "0") > 0;
  return (
    <Stack gap={14}>
      <Totals bill={bill} />
      {bill.can.bill && !isPhone ? (
        <Group gap="xs">
          <Button
            type="button"
            variant="default"
            size="sm"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setOpened("line")}
          >
            {t("新增账单")}
          </Button>
          {hasRest ? (
            <Button type="button" variant="default" size="sm" onClick={() => setOpened("plan")}>
              {t("按方案生成")}
            </Button>
          ) : null}
        </Group>
      ) : null}
      {bill.list.length ? (
        <ol className={`${rail.rail} ${basic.list} ${basic.grid}`} aria-label={t("账单")}>
          {bill.list.map((row) => (
            <BillLine key={row.id} row={row} actions={acts.actionsOf(row)} />
          ))}
        </ol>
      ) : (
        <Empty title={t("没有账单")} />
      )}
      {opened === "line" ? <LineDialog dealId={id} bill={bill} onClose={close} /> : null}
      {opened === "plan" ? <PlanDialog dealId={id} bill={bill} onClose={close} /> : null}
      {acts.dialog}
    </Stack>
  );
}

type Total =
  | "receivable_total"
  | "received_total"
  | "confirming_total"
  | "open_total"
  | "refund_total"
  | "overdue_total"
  | "unplanned";
const totals: readonly { name: Total; label: string; isRare?: boolean; isLate?: boolean }[] = [
  { name: "receivable_total", label: "应收合计" },
  { name: "received_total", label: "已收合计" },
  { name: "confirming_total", label: "待确认合计" },
  { name: "open_total", label: "待收合计" },
  { name: "refund_total", label: "待退合计", isRare: true },
  { name: "overdue_total", label: "逾期合计", isRare: true, isLate: true },
  { name: "unplanned", label: "未排入账单", isRare: true },
];

const Totals = ({ bill }: { bill: Bill }) => (
  <Box
    component="dl"
    m={0}
    className={`${basic.facts} ${basic.sunken} ${basic.rounded} ${basic.grid}`}
    p="12px 14px"
    style={{ gridTemplateColumns: "repeat(auto-fill, minmax(132px, 1fr))", gap: "10px 16px" }}
    aria-label={t("账单合计")}
  >
    {totals.map(({ name, label, isRare, isLate }) => {
      const amount = bill[name];
      const isZero = compareDecimals(amount, "0") === 0;
      if (isZero && isRare) return null;
      return (
        <div key={name}>
          <dt>{t(label)}</dt>
          <dd style={{ color: isLate && !isZero ? "var(--app-late)" : undefined }}>
            {isZero ? "0" : formatExact(amount, bill.currency)}
          </dd>
        </div>
      );
    })}
  </Box>
);
