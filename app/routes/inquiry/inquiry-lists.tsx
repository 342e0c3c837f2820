import { WaitingRecord } from "~/app/blocks/feedback/waiting";
import { lazyPart } from "~/app/blocks/lazy-part";
import { columnsOf, hidden } from "~/app/blocks/list/columns/list-columns";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import type { List } from "~/app/blocks/list/list-page";
import { BudgetText } from "~/app/features/customer/customer-tags";
import { nameOf } from "~/app/features/inquiry/assign-dialog";
import { InquiryStatusTag } from "~/app/features/inquiry/inquiry-status-tag";
import { t } from "~/app/i18n/t";
import { metaOf } from "~/contract/field";
import { formatBudget } from "~/contract/format";
import { estateInquiry, inquiry, rentalInquiry } from "~/contract/inquiry/inquiry";
import { InquiryRow } from "~/contract/inquiry/inquiry-record";
import { callOf, InquiryPhone, ResponseClock } from "./inquiry-labels";

const InquiryDrawer = lazyPart(() => import("./inquiry-drawer"), "InquiryDrawer", WaitingRecord);

export const name = { key: "name", width: 110, render: nameOf, under: "inquiry_no" } as const;
export const phone = { key: "phone", width: 126, render: (row: InquiryRow) => <InquiryPhone row={row} /> } as const;
export const status = {
  key: "status",
  label: "状态 / 顾问",
  width: 104,
  render: ({ status: one }: InquiryRow) => <InquiryStatusTag status={one} />,
  under: ({ assignee }: InquiryRow) => assignee?.name,
} as const;
export const clock = {
  key: "seconds_left",
  label: "首次响应",
  width: 112,
  align: undefined,
  isNamed: false,
  render: (row: InquiryRow) => <ResponseClock row={row} />,
} as const;
const sourceOf = ({ platform, tracker }: InquiryRow) => {
  const by = t(metaOf(InquiryRow.shape.platform).options?.[platform] ?? platform);
  return tracker ? `${by} · ${tracker.name}` : by;
};
export const times = [
  { key: "created_at", label: "创建时间 / 来源", width: 136, under: sourceOf },
  ...hidden({ assignee: 84, due_at: 140, first_response_at: 140, contact_time: 100, tracker: 120, customer: 100 }),
  ...hidden({ remark: 160, inquiry_no: 128 }),
] as const;
export const tracked = { name: "tracker_id", label: "追踪点", scene: "trackers" } as const;

export const shared = {
  title: "name",
  nameOf,
  drawer: InquiryDrawer,
} as const;
export const card = { time: "created_at", call: callOf } as const;

/** Every kind (domain D.4). */
export const allList: List<InquiryRow> = {
  ...shared,
  name: "inquiry-all",
  endpoint: inquiry.list,
  exports: inquiry.export,
  columns: columnsOf(InquiryRow, [
    name,
    phone,
    { key: "kind", label: "类型 / 房源", width: 128, under: "estate" },
    status,
    clock,
    { key: "content", width: 216 },
    ...hidden({ estate: 122, platform: 96 }),
    ...times,
  ]),
  filters: filtersOf(inquiry.list, InquiryRow, [
    { name: "keyword", label: "编号 / 联系人 / 联系方式（他人号码后4位）" },
    "kind",
    "status",
    { name: "assignee_id", label: "顾问", scene: "users" },
    "platform",
    tracked,
    { name: "overdue", label: "超时" },
    { name: "responded", label: "已响应" },
    { name: "estate_id", label: "意向房源", scene: "estates" },
    { name: "created", by: "created_at" },
  ]),
  card: { ...card, tags: ["status"], text: "content", isBrief: true, facts: ["seconds_left", "kind", "assignee"] },
  linkOf: ({ id }) => `/inquiry/all-inquiry/inquiry-detail?id=${id}`,
};

export const estateList: List<InquiryRow> = {
  ...shared,
  name: "inquiry-estate",
  endpoint: estateInquiry.list,
  exports: estateInquiry.export,
  columns: columnsOf(InquiryRow, [
    name,
    phone,
    status,
    clock,
    { key: "estate", label: "楼盘 / 户型", width: 140, under: "layout" },
    {
      key: "budget_max",
      label: "预算 / 目的",
      width: 136,
      align: undefined,
      render: (row) => <BudgetText row={row} />,
      under: "purpose",
    },
    { key: "want_viewing", width: 68 },
    ...hidden({ layout: 84, purpose: 84, content: 190, platform: 96 }),
    ...times,
  ]),
  filters: filtersOf(estateInquiry.list, InquiryRow, [
    { name: "keyword", label: "编号 / 联系人 / 联系方式（他人号码后4位）" },
    "status",
    { name: "estate_id", label: "楼盘", scene: "estates" },
    { name: "assignee_id", label: "顾问", scene: "users" },
    { name: "country", label: "国家/地区", scene: "countries" },
    { name: "district_id", label: "城市/区域", scene: "districts", within: "country" },
    "platform",
    tracked,
    { name: "overdue", label: "超时" },
    { name: "created", by: "created_at" },
  ]),
  card: { ...card, tags: ["status"], facts: ["seconds_left", "estate", "budget_max", "assignee"] },
  linkOf: ({ id }) => `/inquiry/estate-inquiry/inquiry-detail?id=${id}`,
};

export const rentalList: List<InquiryRow> = {
  ...shared,
  name: "inquiry-rental",
  endpoint: rentalInquiry.list,
  exports: rentalInquiry.export,
  columns: columnsOf(InquiryRow, [
    name,
    phone,
    status,
    clock,
    { key: "area", label: "区域 / 户型", width: 114, under: "layout" },
    {
      key: "rent_max",
      label: "租金 / 类型",
      width: 122,
      align: undefined,
      render: (row) => <Rent row={row} />,
      under: "rent_kind",
    },
    { key: "move_in_date", label: "入住 / 在留资格", width: 108, under: "visa_status" },
    { key: "rent_kind", label: "类型", width: 78, isExtra: true },
    ...hidden({ layout: 76, visa_status: 84, content: 190 }),
    ...times,
  ]),
  filters: filtersOf(rentalInquiry.list, InquiryRow, [
    { name: "keyword", label: "编号 / 联系人 / 联系方式（他人号码后4位）" },
    "status",
    { name: "assignee_id", label: "顾问", scene: "users" },
    "platform",
    tracked,
    { name: "overdue", label: "超时" },
    { name: "created", by: "created_at" },
  ]),
  card: { ...card, tags: ["status"], facts: ["seconds_left", "rent_kind", "area", "rent_max"] },
  linkOf: ({ id }) => `/inquiry/rental/rental-detail?id=${id}`,
};

const Rent = ({ row: { rent_min, rent_max, currency } }: { row: InquiryRow }) =>
  formatBudget(rent_min, rent_max, currency, "short") || "–";
