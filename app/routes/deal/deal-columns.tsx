import { columnsOf, hidden } from "~/app/blocks/list/columns/list-columns";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import type { List } from "~/app/blocks/list/list-page";
import { CommissionStatusTag, DealStatusTag, PayStatusTag } from "~/app/features/deal/deal-tags";
import { t } from "~/app/i18n/t";
import { seesOwnAlone } from "~/app/session/viewer-context";
import { deal } from "~/contract/deal/deal";
import { DealRow } from "~/contract/deal/deal-record";
import { formatExact } from "~/contract/format";
import type { Permission } from "~/contract/permissions";
import type { Profile } from "~/contract/personal/user";
import { baseCurrency } from "~/contract/region/rate";

const asked: Readonly<Record<string, Permission>> = {
  pay_status: "deal:billing:view",
  receivable_total: "deal:billing:view",
  received_total: "deal:billing:view",
  confirming_total: "deal:billing:view",
  open_total: "deal:billing:view",
  reviewable: "deal:deal:review",
  commission_status: "deal:commission:view",
  commission_receivable: "deal:commission:view",
  commission_payable: "deal:commission:view",
};

const due = { color: "var(--app-due)" } as const;

const columns = columnsOf(DealRow, [
  { key: "customer", width: 116, render: ({ customer, buyer_name }) => buyer_name ?? customer.name, under: "deal_no" },
  {
    key: "estate",
    label: "楼盘 / 房号",
    width: 144,
    under: ({ building, unit_no }) => [building, unit_no].filter(Boolean).join(" ") || null,
  },
  {
    key: "deal_price",
    label: "成交价 / 折合",
    width: 132,
    align: "right",
    isNamed: false,
    under: ({ amount_cny, currency }) =>
      currency === baseCurrency || !amount_cny ? null : formatExact(amount_cny, baseCurrency),
  },
  {
    key: "status",
    width: 96,
    render: ({ status, cancel_type }) => <DealStatusTag status={status} cancelType={cancel_type} />,
    under: ({ has_change }) => (has_change ? <span style={due}>{t("变更待审")}</span> : null),
  },
  { key: "source_type", label: "来源 / 代理", width: 110, under: ({ agent }) => agent?.name },
  { key: "owner", width: 104, isExtraTo: seesOwnAlone },
  { key: "subscribed_at", label: "认购 / 签约日", width: 104, under: "contracted_at" },
  {
    key: "pay_status",
    width: 80,
    render: ({ pay_status }) => (pay_status ? <PayStatusTag status={pay_status} /> : "–"),
  },
  {
    key: "commission_status",
    width: 80,
    render: ({ commission_status: status }) => (status ? <CommissionStatusTag status={status} /> : "–"),
  },
  ...hidden({ deal_no: 128, layout: 84, area_sqm: 84, payment_method: 84 }),
  { key: "receivable_total", width: 132, align: "right", isExtra: true },
  { key: "received_total", width: 132, align: "right", isExtra: true },
  { key: "confirming_total", width: 132, align: "right", isExtra: true },
  { key: "open_total", width: 132, align: "right", isExtra: true },
  { key: "commission_receivable", width: 132, align: "right", isExtra: true },
  { key: "commission_payable", width: 132, align: "right", isExtra: true },
  ...hidden({ co_owner: 104, contracted_at: 104, cancelled_at: 104, created_at: 136 }),
]);

const filters = filtersOf(deal.list, DealRow, [
  { name: "keyword", label: "编号 / 客户 / 房号" },
  "status",
  { name: "estate_id", by: "estate", scene: "estates" },
  { name: "owner_id", by: "owner", scene: "users" },
  { name: "agent_id", by: "agent", scene: "agents" },
  "source_type",
  "payment_method",
  "pay_status",
  "commission_status",
  "reviewable",
  { name: "subscribed", by: "subscribed_at" },
  { name: "contracted", by: "contracted_at" },
  { name: "cancelled", by: "cancelled_at" },
]);

export function dealList({ permissions }: Profile): List<DealRow> {
  const isSeen = (name: string) => {
    const code = asked[name];
    return code === undefined || permissions.includes(code);
  };
  return {
    name: "deal",
    endpoint: deal.list,
    exports: deal.export,
    columns: columns.filter(({ key }) => isSeen(key)),
    filters: filters.filter(({ names: [name] }) => isSeen(name)),
    card: { tags: ["status"], facts: ["estate", "deal_price", "pay_status", "owner"], time: "subscribed_at" },
    title: "customer",
    nameOf: ({ customer, buyer_name }) => buyer_name ?? customer.name,
  };
}
