import { listLimit } from "~/contract/common";
import { blacklist } from "~/contract/customer/blacklist";
import { customer } from "~/contract/customer/customer";
import { customerUser } from "~/contract/customer/customer-user";
import { requirement } from "~/contract/customer/requirement";
import { timeline } from "~/contract/customer/timeline";
import { tracking } from "~/contract/customer/tracking";
import { transfer } from "~/contract/customer/transfer";
import { unregister } from "~/contract/customer/unregister";
import { dashboard } from "~/contract/dashboard/dashboard";
import { figureRows } from "~/contract/dashboard/figure-rows";
import { type Endpoint, type Input, pathOf, writeQuery } from "~/contract/endpoint";
import { estate } from "~/contract/house/estate";
import { estateInquiry, inquiry, rentalInquiry } from "~/contract/inquiry/inquiry";
import { tracker } from "~/contract/inquiry/tracker";
import { search } from "~/contract/shared/search";
import { rareEstate, rareName } from "./words";

/** Whom the cases are asked by; of each there is one among the generated staff. */
const roles = ["sales", "sales_manager", "super_admin"] as const;
/** Beside them whoever looks after agents, of the lists of agents and leads. */
export const askers = [...roles, "channel_manager"] as const;
export type Role = (typeof askers)[number];

/** One reading request whose time is taken. */
export interface Case {
  what: string;
  role: Role;
  path: string;
}

export const roleNames: Record<Role, string> = {
  sales: "销售",
  sales_manager: "经理",
  super_admin: "管理员",
  channel_manager: "渠道经理",
};

function read<E extends Endpoint>(what: string, role: Role, endpoint: E, input: Partial<Input<E>> = {}): Case {
  const search = writeQuery({ ...input.query }).toString();
  return {
    what: `${what} (${roleNames[role]})`,
    role,
    path: pathOf(endpoint, { ...input.params }) + (search ? `?${search}` : ""),
  };
}

/** What people narrow estates by. */
const estateFilters: readonly (readonly [string, NonNullable<Input<typeof estate.list>["query"]>])[] = [
  ["国家 TH", { country: ["TH"] }],
  ["国家 JP+总价", { country: ["JP"], price_min: "50000000", price_max: "80000000", currency: "JPY" }],
  ["国家 JP+2LDK+步行5", { country: ["JP"], layout: ["2LDK"], walk_max: 5 }],
  ["别墅+回报7", { property_type: ["villa"], yield_min: 7 }],
  ["面积120+竣工2027", { area_min: 120, completion_min: "2027" }],
  ["待审核", { audit_status: ["pending"] }],
  ["未上架", { publish_status: ["offline"] }],
  ["热门", { is_hot: true }],
  ["地图一角", { bbox: "139.7,35.6,139.8,35.7", has_coords: true, page_size: 100 }],
  ["地图全景", { bbox: "100,0,160,60", has_coords: true, page_size: 100 }],
];

/** The first page of each list of the area, as its screen opens it. */
export const firstPages: Case[] = [
  read("公海", "sales", customer.pool),
  read("客户", "super_admin", customer.list),
  read("客户", "sales", customer.list),
  read("我的客户", "sales", customer.list, { query: { view: "mine" } }),
  read("团队", "sales_manager", customer.list, { query: { view: "team" } }),
  read("今日待跟进", "sales_manager", customer.list, { query: { view: "today" } }),
  read("即将掉公海", "sales_manager", customer.list, { query: { view: "warning" } }),
  read("已锁定", "super_admin", customer.list, { query: { view: "locked" } }),
  read("已流失", "super_admin", customer.list, { query: { view: "lost" } }),
  read("跟进人+阶段", "super_admin", customer.list, { query: { owner_id: 12, stage: ["contacted"] } }),
  read("跟进", "sales", tracking.list),
  read("跟进", "sales_manager", tracking.list),
  read("跟进", "super_admin", tracking.list),
  read("注册用户", "super_admin", customerUser.list),
  read("需求", "sales", requirement.list),
  read("需求", "super_admin", requirement.list),
  read("回收站", "super_admin", customer.trashed, { query: { trashed: "only" } }),
  read("黑名单", "super_admin", blacklist.list),
  read("注销申请", "super_admin", unregister.list),
  read("转移申请", "super_admin", transfer.list),
  read("房源", "sales", estate.list),
  ...estateFilters.map(([what, query]) => read(`房源 ${what}`, "sales", estate.list, { query })),
  read("询盘", "sales", inquiry.list),
  read("询盘", "super_admin", inquiry.list),
  read("询盘 我的", "sales", inquiry.list, { query: { view: "mine" } }),
  read("询盘 待分配", "sales_manager", inquiry.list, { query: { view: "pending" } }),
  read("询盘 超时", "sales_manager", inquiry.list, { query: { view: "overdue" } }),
  read("询盘 已转客户", "super_admin", inquiry.list, { query: { view: "converted" } }),
  read("房源询盘", "sales", estateInquiry.list),
  read("租赁询盘", "super_admin", rentalInquiry.list),
  read("签证询盘", "super_admin", inquiry.list, { query: { kind: ["visa"] } }),
  read("某房源的询盘", "super_admin", inquiry.list, { query: { estate_id: 234 } }),
  read("埋点", "super_admin", tracker.list),
];

const last = { page: listLimit / 20 };
/** The last page that a list has. */
export const lastPages: Case[] = [
  read("公海 第500页", "sales", customer.pool, { query: last }),
  read("客户 第500页", "super_admin", customer.list, { query: last }),
  read("跟进 第500页", "super_admin", tracking.list, { query: last }),
  read("注册用户 第500页", "super_admin", customerUser.list, { query: last }),
  read("房源 第500页", "sales", estate.list, { query: last }),
  read("询盘 第500页", "super_admin", inquiry.list, { query: last }),
];

const poolSorts = ["customer_no", "name", "level", "-stage", "-tracking_count", "-created_at"] as const;
const ownedSorts = [
  "customer_no",
  "name",
  "level",
  "-stage",
  "-budget_max",
  "-assigned_at",
  "-last_tracking_at",
  "next_tracking_at",
  "-idle_days",
] as const;

const estateSorts = [
  "updated_at",
  "estate_no",
  "price_min",
  "-price_min",
  "-gross_yield",
  "completion_at",
  "sort",
] as const;

/** Each sortable column, as its first click sorts. */
export const sorted: Case[] = [
  ...poolSorts.map((sort) => read(`公海 按 ${sort}`, "sales", customer.pool, { query: { sort } })),
  ...ownedSorts.map((sort) => read(`客户 按 ${sort}`, "super_admin", customer.list, { query: { sort } })),
  ...ownedSorts.map((sort) =>
    read(`团队 按 ${sort}`, "sales_manager", customer.list, { query: { view: "team", sort } }),
  ),
  read("跟进 按 -created_at", "super_admin", tracking.list, { query: { sort: "-created_at" } }),
  read("注册用户 按 -last_active_at", "super_admin", customerUser.list, { query: { sort: "-last_active_at" } }),
  ...estateSorts.map((sort) => read(`房源 按 ${sort}`, "sales", estate.list, { query: { sort } })),
  read("需求 按 requirement_no", "super_admin", requirement.list, { query: { sort: "requirement_no" } }),
  ...(["created_at", "due_at", "-due_at", "inquiry_no", "response_seconds", "-response_seconds"] as const).map((sort) =>
    read(`询盘 按 ${sort}`, "super_admin", inquiry.list, { query: { sort } }),
  ),
];

const owned = (what: string, keyword: string) =>
  read(`客户 ${what} ${keyword}`, "super_admin", customer.list, { query: { keyword } });
const tracked = (what: string, role: Role, keyword: string) =>
  read(`跟进 ${what} ${keyword}`, role, tracking.list, { query: { keyword } });

/** Searches: names by length and by how many have them, numbers, and what nobody has. The phone is that of customer 1. */
export const searches = (phone: string): Case[] => [
  owned("1字", "王"),
  owned("2字常见", "建国"),
  owned("2字少见", rareName.slice(1)),
  owned("2字没有", "龘靐"),
  owned("3字常见", "王建国"),
  owned("3字少见", rareName),
  owned("3字没有", "龘靐齉"),
  owned("编号", "KH2511"),
  owned("手机尾号", phone.slice(-4)),
  owned("手机7位", phone.slice(0, 7)),
  owned("手机全号", phone),
  read("公海 2字常见 建国", "sales", customer.pool, { query: { keyword: "建国" } }),
  read("公海 3字没有 龘靐齉", "sales", customer.pool, { query: { keyword: "龘靐齉" } }),
  read("团队 2字常见 建国", "sales_manager", customer.list, { query: { view: "team", keyword: "建国" } }),
  read("我的 2字常见 建国", "sales", customer.list, { query: { view: "mine", keyword: "建国" } }),
  tracked("2字常见", "super_admin", "首付"),
  tracked("3字常见", "super_admin", "学区房"),
  tracked("3字没有", "super_admin", "龘靐齉"),
  tracked("客户名", "super_admin", rareName),
  tracked("3字常见", "sales", "学区房"),
  tracked("3字常见", "sales_manager", "学区房"),
  read("注册用户 2字 海风", "super_admin", customerUser.list, { query: { keyword: "海风" } }),
  read("注册用户 3字没有 龘靐齉", "super_admin", customerUser.list, { query: { keyword: "龘靐齉" } }),
  read("需求 2字 建国", "super_admin", requirement.list, { query: { keyword: "建国" } }),
  read("回收站 2字 建国", "super_admin", customer.trashed, { query: { trashed: "only", keyword: "建国" } }),
  ...["湾", "湾岸", "远帆河畔", rareEstate, "龘靐齉", "涩谷"].map((keyword) =>
    read(`房源 ${keyword}`, "sales", estate.list, { query: { keyword } }),
  ),
  ...["建国", rareName.slice(1), rareName, "龘靐齉", "XJ2511", phone.slice(-4), phone].map((keyword) =>
    read(`询盘 ${keyword}`, "super_admin", inquiry.list, { query: { keyword } }),
  ),
  read("询盘 建国", "sales", inquiry.list, { query: { keyword: "建国" } }),
  read("询盘 建国", "sales_manager", inquiry.list, { query: { keyword: "建国" } }),
  read("埋点 12号", "super_admin", tracker.list, { query: { keyword: "12号" } }),
  read("全局搜索 湾岸", "sales", search.find, { query: { keyword: "湾岸" } }),
  read("黑名单 手机尾号", "super_admin", blacklist.list, { query: { keyword: phone.slice(-4) } }),
];

/** Single records; there are such in the smallest database. */
export const details: Case[] = [
  read("客户详情", "super_admin", customer.get, { params: { id: 1_234 } }),
  read("客户变更记录", "super_admin", customer.audit, { params: { id: 1_234 } }),
  read("客户的跟进", "super_admin", tracking.list, { query: { customer_id: 1_234 } }),
  read("房源详情", "sales", estate.get, { params: { id: 234 } }),
  read("相似房源", "sales", estate.similar, { params: { id: 234 } }),
  read("注册用户详情", "super_admin", customerUser.get, { params: { id: 234 } }),
  read("注册用户的行为", "super_admin", customerUser.get, { params: { id: 1 }, query: { include: ["behavior"] } }),
  read("注册用户的收藏", "super_admin", customerUser.get, { params: { id: 1 }, query: { include: ["favorites"] } }),
  read("注册用户的登录", "super_admin", customerUser.get, { params: { id: 1 }, query: { include: ["logins"] } }),
  read("客户时间线", "super_admin", timeline.list, { params: { id: 1_234 } }),
  read("询盘详情", "super_admin", inquiry.get, { params: { id: 1_234 } }),
  read("询盘记录", "super_admin", inquiry.logs, { params: { id: 1_234 } }),
  read("该联系人其他询盘", "super_admin", inquiry.related, { params: { id: 1_234 } }),
];

/** The figures of the dashboard, and rows behind one of them. */
export const dashboards: Case[] = [
  ...roles.flatMap((role) => [
    read("看板指标", role, dashboard.get, { query: { blocks: ["kpi"] } }),
    read("待办", role, dashboard.get, { query: { blocks: ["todo"] } }),
    read("今日", role, dashboard.get, { query: { blocks: ["today"] } }),
    read("看板图表", role, dashboard.get, { query: { blocks: ["trend", "funnel", "rank"] } }),
    read("看板全部", role, dashboard.get),
  ]),
  read("指标明细 新增客户", "super_admin", figureRows.customer, { query: { metric: "customer_new" } }),
];
