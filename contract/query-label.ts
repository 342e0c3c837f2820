import { z } from "zod";
import type { Endpoint } from "./endpoint";
import { labelOf, metaOf } from "./field";

/** What calls of many resources are asked by. */
const common: Readonly<Record<string, string>> = {
  page: "页码",
  page_size: "每页条数",
  sort: "排序",
  where: "组合条件",
  keyword: "关键词",
  view: "视图",
  trashed: "回收站",
  format: "文件格式",
  dry_run: "试运行",
  skip_hidden: "不导入隐藏的行",
  from: "开始日期",
  to: "结束日期",
  scene: "场景",
  scenes: "场景",
  limit: "条数",
  ids: "记录",
  country: "国家/地区",
  user_id: "员工",
  owner_id: "负责人",
  manager_id: "渠道经理",
  agent_id: "代理",
  assignee_id: "顾问",
  handler_id: "顾问",
  collision: "撞单",
  at: "时间",
  date: "日期",
  day: "日期",
  range: "时间范围",
  tracker_id: "追踪点",
  customer_user_id: "注册用户",
  responded: "是否已响应",
  case_stage: "办理阶段",
  kind: "类型",
  team_id: "团队",
  role_id: "角色",
  customer_id: "客户",
  requirement_id: "需求",
  estate_id: "楼盘",
  mansion_id: "楼栋",
  min_level: "层级",
  broker_id: "房产经纪",
  district_id: "区域",
  parent_id: "上级",
  platform: "平台",
  status: "状态",
  type: "类型",
  level: "级别",
  stage: "阶段",
  source: "来源",
  module: "模块",
  action: "操作",
  result: "结果",
  target: "对象",
  metric: "指标",
  category: "分类",
  group: "分组",
  tag: "标签",
  created: "创建时间",
  stat: "数据日期",
  updated: "更新时间",
  tracked: "最近跟进",
  next: "下次跟进",
  deleted: "移入时间",
  registered: "注册时间",
  active: "活跃时间",
  submitted: "提交时间",
  pool: "进公海时间",
  completion: "竣工年月",
  idle_days: "未跟进天数",
  budget: "预算",
  budget_currency: "币种",
  price: "价格",
  area: "面积",
  yield: "回报率",
  walk: "步行分钟",
  screen: "页面",
  perm: "权限",
  in_scope: "仅数据范围内",
  on_duty: "仅接单中",
  scope: "范围",
  before: "早于",
  redirect: "返回地址",
  code: "授权码",
  state: "授权状态",
  language: "语言",
  unread: "仅未读",
  pool_reason: "进公海原因",
  channel: "渠道",
  linked: "是否关联客户",
  include: "附带内容",
  is_valid: "是否有效",
  purpose: "用途",
  overdue: "是否逾期",
  layout: "户型",
  bbox: "地图范围",
  building: "楼号",
  property_type: "物业类型",
  sale_status: "销售状态",
  rank_current: "当前排名",
  intent: "意图",
  lang: "语言",
  name: "名称",
  lat: "纬度",
  lng: "经度",
  exclude_id: "排除的记录",
  proposed: "是否含待审修改",
  days: "天数",
  depth: "层数",
  with_disabled: "是否含停用",
  blocks: "版块",
  grain: "粒度",
  value: "取值",
  funnel: "漏斗",
  rank: "排行榜",
  topics: "主题",
};

const ends: Readonly<Record<string, string>> = { from: "（起）", to: "（止）", min: "（最小）", max: "（最大）" };

/** What a parameter of a call's address is called: its own label, that of the row's field of its name, or what such parameters are called everywhere. */
export function queryLabel(endpoint: Pick<Endpoint, "query" | "reply">, name: string): string {
  const own = endpoint.query instanceof z.ZodObject ? labelOf(endpoint.query.shape[name], name) : name;
  if (own !== name) return own;
  const row = rowShape(endpoint.reply);
  // A filter by a row's number is called as what it points at.
  const inRow = metaOf(row[name]).label ?? metaOf(row[name.replace(/_id$/, "")]).label;
  if (inRow) return inRow;
  if (common[name]) return common[name];
  const [, base = "", end = ""] = /^(.+)_(from|to|min|max)$/.exec(name) ?? [];
  return common[base] ? `${common[base]}${ends[end]}` : name;
}

/** The fields of a list's rows, or of the record. */
function rowShape(reply: z.ZodType): Record<string, z.ZodType> {
  if (!(reply instanceof z.ZodObject)) return {};
  const { list } = reply.shape;
  return list instanceof z.ZodArray && list.element instanceof z.ZodObject ? list.element.shape : reply.shape;
}
