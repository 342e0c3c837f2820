import { type Column, columnsOf } from "~/app/blocks/list/columns/list-columns";
import type { CardLayout } from "~/app/blocks/list/list-cards";
import { customerPage } from "~/app/features/customer/customer-path";
import { LevelTag, StageTag } from "~/app/features/customer/customer-tags";
import { dealPath } from "~/app/features/deal/deal-paths";
import { AgentRow } from "~/contract/agent/agent";
import { ClueRow } from "~/contract/clue/clue-record";
import { CustomerRow } from "~/contract/customer/customer-record";
import { TrackingRow } from "~/contract/customer/tracking";
import { figureRows } from "~/contract/dashboard/figure-rows";
import type { MetricRows } from "~/contract/dashboard/metrics";
import { BillingRow } from "~/contract/deal/billing-record";
import { DealRow } from "~/contract/deal/deal-record";
import { EstateRow } from "~/contract/house/estate";
import { InquiryRow } from "~/contract/inquiry/inquiry-record";

export interface RowsLook<Row extends { id: number }> {
  columns: readonly Column<Row>[];
  layoutOf: (rows: readonly Row[]) => CardLayout;
  nameOf: (row: Row) => string;
  linkOf: (row: Row) => string;
}
interface RowsOf<Row extends { id: number }> extends RowsLook<Row> {
  endpoint: (typeof figureRows)[MetricRows];
}
export type FigureRowsOf = RowsOf<{ id: number }>;

const poolCard = { tags: ["level", "stage"], facts: ["source", "pool_reason", "tracking_count"], time: "pool_at" };
const customerCard = { tags: ["level", "stage"], facts: ["owner", "source", "idle_days"], time: "next_tracking_at" };

const customers: RowsOf<CustomerRow> = {
  endpoint: figureRows.customer,
  columns: columnsOf(CustomerRow, [
    { key: "level", render: ({ level }) => <LevelTag level={level} /> },
    { key: "stage", render: ({ stage }) => <StageTag stage={stage} /> },
    ...(["owner", "source", "idle_days", "next_tracking_at", "pool_reason", "tracking_count", "pool_at"] as const),
  ]),
  layoutOf: (rows) => (rows.some(({ owner }) => owner) ? customerCard : poolCard),
  nameOf: ({ name, customer_no }) => `${name} ${customer_no}`,
  linkOf: ({ id }) => customerPage({ id }),
};

const trackings: RowsOf<TrackingRow> = {
  endpoint: figureRows.tracking,
  columns: columnsOf(TrackingRow, ["type", "result", "user", "content", "tracked_at"]),
  layoutOf: () => ({ tags: ["type"], facts: ["user", "result", "content"], time: "tracked_at" }),
  nameOf: ({ customer }) => customer.name,
  linkOf: ({ customer }) => `${customerPage(customer)}?tab=trackings`,
};

const inquiries: RowsOf<InquiryRow> = {
  endpoint: figureRows.inquiry,
  columns: columnsOf(InquiryRow, ["kind", "status", "assignee", "platform", "created_at"]),
  layoutOf: () => ({ tags: ["status"], facts: ["kind", "assignee", "platform"], time: "created_at" }),
  nameOf: ({ name, inquiry_no }) => `${name ?? ""} ${inquiry_no}`.trim(),
  linkOf: ({ id }) => `/inquiry/all-inquiry/inquiry-detail?id=${id}`,
};

const clues: RowsOf<ClueRow> = {
  endpoint: figureRows.clue,
  columns: columnsOf(ClueRow, ["status", "agent", "estate", "handler", "created_at"]),
  layoutOf: () => ({ tags: ["status"], facts: ["agent", "estate", "handler"], time: "created_at" }),
  nameOf: ({ customer_name, clue_no }) => `${customer_name} ${clue_no}`,
  linkOf: ({ id }) => `/clue/feedback?open=${id}`,
};

const deals: RowsOf<DealRow> = {
  endpoint: figureRows.deal,
  columns: columnsOf(DealRow, ["status", "estate", "deal_price", "owner", "subscribed_at", "contracted_at"]),
  layoutOf: (rows) => ({
    tags: ["status"],
    facts: ["estate", "deal_price", "owner"],
    time: rows.some((row) => row.contracted_at) ? "contracted_at" : "subscribed_at",
  }),
  nameOf: ({ customer, deal_no }) => `${customer.name} ${deal_no}`,
  linkOf: ({ id }) => dealPath(id),
};

const lines: RowsOf<BillingRow> = {
  endpoint: figureRows.billing,
  columns: columnsOf(BillingRow, ["status", "amount", "estate", "owner", "due_at", "paid_at"]),
  layoutOf: (rows) => ({
    tags: ["status"],
    facts: ["amount", "estate", "owner"],
    time: rows.every((row) => row.paid_at) ? "paid_at" : "due_at",
  }),
  nameOf: ({ customer, billing_no }) => `${customer} ${billing_no}`,
  linkOf: ({ deal }) => dealPath(deal.id, "billing"),
};

const estates: RowsOf<EstateRow> = {
  endpoint: figureRows.estate,
  columns: columnsOf(EstateRow, ["sale_status", "district", "price_min", "updated_at"]),
  layoutOf: () => ({ tags: ["sale_status"], facts: ["district", "price_min"], time: "updated_at" }),
  nameOf: ({ name }) => name,
  linkOf: ({ id }) => `/house/estate-list/estate-detail?id=${id}`,
};

const agents: RowsOf<AgentRow> = {
  endpoint: figureRows.agent,
  columns: columnsOf(AgentRow, ["level", "status", "manager", "report_count", "created_at"]),
  layoutOf: () => ({ tags: ["level", "status"], facts: ["manager", "report_count"], time: "created_at" }),
  nameOf: ({ name, agent_no }) => `${name} ${agent_no}`,
  linkOf: ({ id }) => `/agent/list?open=${id}`,
};

const kinds = {
  ...{ customer: customers, tracking: trackings, inquiry: inquiries, clue: clues },
  ...{ deal: deals, billing: lines, estate: estates, agent: agents },
};

export const figureRowsOf = (rows: MetricRows) => kinds[rows] as unknown as FigureRowsOf;
