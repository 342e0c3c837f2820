import { Group, Text } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { Tag } from "~/app/blocks/detail/tag";
import { RowActions } from "~/app/blocks/list/row/row-actions";
import type { RowAction } from "~/app/blocks/row-action";
import { DealFileList } from "~/app/features/deal/deal-file-list";
import { BillingStatusTag } from "~/app/features/deal/deal-tags";
import { t } from "~/app/i18n/t";
import type { BillingRow } from "~/contract/deal/billing-record";
import {
  type BillingMethod,
  type BillingParty,
  type BillingType,
  billingMethods,
  billingParties,
  billingTypes,
} from "~/contract/deal/deal-kinds";
import { compareDecimals } from "~/contract/decimal";
import { formatExact } from "~/contract/format";
import { settleConditions } from "~/contract/house/estate-record";
import classes from "./deal-bill.module.css";

export function BillLine({ row, actions }: { row: BillingRow; actions: readonly (RowAction | false)[] }) {
  const { billing_no, type, amount, currency, due_at, status, overdue_days, direction, voucher, period_no } = row;
  const isOverdue = overdue_days > 0;
  const about = typeText(type);
  return (
    <li
      className={`${classes.entry} ${basic.grid} ${basic.gap6}`}
      style={{ paddingLeft: 22 }}
      data-status={status}
      data-late={isOverdue || undefined}
      aria-label={about}
    >
      <Group gap="4px 10px">
        <time dateTime={due_at}>{due_at}</time>
        <strong>{period_no ? t("{type} 第{n}期", { type: about, n: period_no }) : about}</strong>
        <span className={`${classes.amount} ${basic.bold}`} style={{ fontSize: 15 }}>
          {direction === "out" ? "−" : ""}
          {formatExact(amount, currency)}
        </span>
        <BillingStatusTag status={status} isOverdue={isOverdue} />
        {row.condition ? (
          <Tag color={row.is_due ? "green" : "gray"}>
            {t(settleConditions[row.condition as keyof typeof settleConditions] ?? row.condition)}
          </Tag>
        ) : null}
      </Group>
      <p className={`${basic.flat} ${basic.anywhere} ${basic.dim} ${basic.size13}`}>
        {[
          billing_no,
          t("{payer} → {payee}", { payer: partyText(row.payer), payee: partyText(row.payee) }),
          paidText(row),
        ]
          .concat(refundText(row), row.remark ?? "")
          .filter(Boolean)
          .join(" · ")}
      </p>
      {isOverdue ? (
        <Text c="var(--app-late)" fz={13} className={basic.anywhere}>
          {t("逾期 {n} 天", { n: overdue_days })}
        </Text>
      ) : null}
      {row.reason ? (
        <p className={`${basic.flat} ${basic.anywhere} ${basic.dim} ${basic.size13}`}>
          {t("原因：{reason}", { reason: row.reason })}
        </p>
      ) : null}
      <DealFileList files={voucher} />
      <RowActions about={`${about} ${billing_no}`} actions={actions} />
    </li>
  );
}

const typeText = (type: string) => t(billingTypes[type as BillingType] ?? type);
const partyText = (party: string) => t(billingParties[party as BillingParty] ?? party);

function paidText({ paid_at, paid_amount, currency, method, confirmed_by }: BillingRow): string {
  if (!paid_at) return "";
  const by = t(billingMethods[method as BillingMethod] ?? method ?? "");
  return [
    t("付款 {day} {amount} {by}", { day: paid_at, amount: formatExact(paid_amount, currency), by }),
    confirmed_by ? t("{name} 确认", { name: confirmed_by.name }) : "",
  ]
    .filter(Boolean)
    .join(" · ");
}

const refundText = ({ refund_of, refunded_amount, currency, statement }: BillingRow): string[] => [
  refund_of ? t("退自 {no}", { no: refund_of.name }) : "",
  compareDecimals(refunded_amount, "0") > 0
    ? t("已退 {amount}", { amount: formatExact(refunded_amount, currency) })
    : "",
  statement ? t("对账单 {no}", { no: statement.name }) : "",
];
