import { Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import basic from "~/app/basic.module.css";
import { FactList } from "~/app/blocks/detail/fact-list";
import { joined } from "~/app/blocks/detail/format";
import { ownFacts } from "~/app/blocks/detail/own-facts";
import { lazyPart } from "~/app/blocks/lazy-part";
import { PageLink } from "~/app/blocks/page-link";
import { customerPage } from "~/app/features/customer/customer-path";
import { t } from "~/app/i18n/t";
import { type DealDetail, DealDetail as Detail } from "~/contract/deal/deal-record";
import { shortDecimal } from "~/contract/decimal";
import { formatExact, formatPercent, formatPhone } from "~/contract/format";
import { baseCurrency } from "~/contract/region/rate";

const RevealDeal = lazyPart(() => import("./reveal-deal"), "RevealDeal");

export function DealFacts({ record }: { record: DealDetail }) {
  const { customer, estate, building, unit_no, clue, inquiry, currency, deal_price, amount_cny } = record;
  const [isRevealing, setIsRevealing] = useState(false);
  const own = ownFacts(Detail, record);
  return (
    <div className={`${basic.grid} ${basic.gap16}`}>
      <FactList
        facts={[
          ...own("deal_no"),
          {
            label: t("客户"),
            value: customer.is_visible ? (
              <PageLink to={`${customerPage(customer)}?tab=deals`}>{customer.name}</PageLink>
            ) : (
              customer.name
            ),
          },
          ...own("buyer_name"),
          {
            label: t("买方手机号"),
            value: (
              <Group gap="xs">
                {record.buyer_phone ? formatPhone(record.buyer_phone, record.buyer_phone_cc) : "–"}
                {record.can.reveal ? (
                  <Button variant="subtle" size="compact-xs" onClick={() => setIsRevealing(true)}>
                    {t("查看完整号码")}
                  </Button>
                ) : null}
              </Group>
            ),
          },
          ...own("buyer_id_type", "buyer_id_masked"),
          record.co_buyers.length > 0 && { label: t("共有人"), value: <CoBuyers record={record} />, isWide: true },
          {
            label: t("楼盘"),
            value: <PageLink to={`/house/estate-list/estate-detail?id=${estate.id}`}>{estate.name}</PageLink>,
          },
          { label: t("房号"), value: [building, unit_no].filter(Boolean).join(" ") },
          { label: t("户型资料"), value: record.room?.name },
          ...own("layout", "floor", "area_sqm", "list_price"),
          {
            label: t("成交价"),
            value: deal_price && <strong>{formatExact(deal_price, currency)}</strong>,
          },
          {
            label: t("优惠"),
            value: record.discount === null ? null : formatPercent(record.discount),
          },
          ...own("deal_price_tax"),
          currency !== baseCurrency && {
            label: t("折合人民币"),
            value:
              amount_cny &&
              formatExact(amount_cny, baseCurrency) +
                t("（汇率 {rate}）", { rate: shortDecimal(record.fx_rate_to_cny ?? "") }),
          },
          ...own("payment_method"),
          ...(record.payment_method === "loan" ? own("loan_bank", "loan_amount") : []),
          ...own("source_type"),
          ...(record.agent === null ? [] : own("agent")),
          ...(record.account === null ? [] : own("account")),
          clue !== null && {
            label: t("关联报备"),
            value: <PageLink to={`/clue/feedback?open=${clue.id}`}>{clue.name}</PageLink>,
          },
          inquiry !== null && {
            label: t("关联询盘"),
            value: <PageLink to={`/inquiry/all-inquiry/inquiry-detail?id=${inquiry.id}`}>{inquiry.name}</PageLink>,
          },
          ...(record.share === null ? [] : own("share")),
          ...own("owner"),
          ...(record.co_owner === null ? [] : own("owner_share", "co_owner", "co_owner_share")),
          ...own("delivery_due_at"),
          ...own("remark").map((fact) => ({ ...fact, isWide: true })),
        ]}
      />
      <FactList
        remedy={null}
        facts={[
          ...own("created_at", "reviewed_by", "reviewed_at", "reject_reason", "subscribed_at", "contracted_at"),
          ...own("loan_paid_at", "delivered_at", "cancelled_at", "cancel_type", "cancel_reason"),
        ]}
      />
      {record.refund_plan.length ? <RefundPlan record={record} /> : null}
      {isRevealing ? <RevealDeal record={record} onClose={() => setIsRevealing(false)} /> : null}
    </div>
  );
}

const CoBuyers = ({ record }: { record: DealDetail }) =>
  [
    t("{name}（买方）{share}", {
      name: record.buyer_name ?? record.customer.name,
      share: formatPercent(record.buyer_share),
    }),
    ...record.co_buyers.map(({ name, share, id_masked }) =>
      [name, formatPercent(share), id_masked].filter(Boolean).join(" "),
    ),
  ].join("、");

const RefundPlan = ({ record: { refund_plan, currency } }: { record: DealDetail }) => (
  <section aria-label={t("退款计划")}>
    <Text component="h4" fz={14} fw={600} mb={8}>
      {t("退款计划")}
    </Text>
    <ul className={`${basic.list} ${basic.grid} ${basic.gap8}`}>
      {refund_plan.map(({ amount, due_at, note }) => (
        <li key={`${due_at} ${amount}`}>{joined(due_at, formatExact(amount, currency), note)}</li>
      ))}
    </ul>
  </section>
);
