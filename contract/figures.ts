/** A figure that is counted or worked out: what it is called, and what it says in one sentence. */
interface FigureText {
  label: string;
  definition: string;
}

/**
 * Each figure once (domain B, D, F): column heads, facts and cards name it by its key (`.meta({ figure })`, `figure` of a fact) and explain it alike. A screen may
 * call it by a shorter name.
 */
export const figures = {
  gross_yield: { label: "表面回报率", definition: "一年租金 ÷ 总价；楼盘按最低总价计算，不扣费用。" },
  net_yield: {
    label: "实际回报率",
    definition: "（一年租金 − 一年的管理费、修缮金和房产税）÷ 总价；楼盘按最低总价计算，房产税未填的按当地通常税率。",
  },
  unit_price_avg: {
    label: "均价",
    definition: "每平方米的平均售价：有户型时按户型的价格、面积和套数加权，没有户型时以资料为准。",
  },
  sale_units: {
    label: "在售户数",
    definition: "总户数中现在对外销售的户数：户型写明可售套数时为其合计，否则以资料为准。",
  },
  match_score: {
    label: "匹配度",
    definition: "只比较双方都写明的条件：得分 ÷ 这些条件的满分；写明得越多，排得越前。",
  },
  similar_count: { label: "相似候选数", definition: "名称、地址或位置相近，可能是同一栋的已有楼栋数。" },
  idle_days: {
    label: "未跟进天数",
    definition: "距最近一次有效跟进的天数；归属之后还没有有效跟进的，从归属那天算起。",
  },
  claim_clock: {
    label: "归属时钟",
    definition: "离掉入公海还有几天：按有效跟进和成交的期限中先到的一个计算；锁定期间停走。",
  },
  tracking_count: { label: "跟进次数", definition: "写下的跟进条数，有效和无效的都算，不含已删除的。" },
  valid_rate: { label: "有效率", definition: "有效跟进 ÷ 全部跟进，按当前筛选的跟进记录计算。" },
  customers_tracked: { label: "客户数", definition: "当前筛选的跟进记录涉及的客户数，每位客户只算一次。" },
  capacity: { label: "客户数/上限", definition: "名下计入上限的客户数，和这位员工的客户上限。" },
  workdays_left: {
    label: "剩余工作日",
    definition: "离审核期限还有几个工作日，节假日不算；过了期限即为超时。",
  },
  hit_count: { label: "拦截次数", definition: "这条黑名单生效以来拦下操作的次数。" },
  customer_new: {
    label: "新增客户",
    definition:
      "所选日期内新建的客户数，含现在回收站里的，不含已合并和批量导入的（导入另计）；按新建时的归属人计，之后领取、转移不变。",
  },
  tracking_valid: { label: "有效跟进", definition: "所选日期内写下的有效跟进条数。" },
  visit_count: { label: "到访量", definition: "所选日期内到访过的客户数，每位客户只算一次。" },
  customer_active: {
    label: "有效客户",
    definition: "现在有人跟进、且不在已流失、无效、已完成阶段的客户数，与日期无关。",
  },
  pool_size: { label: "公海客户", definition: "现在没有归属人的客户数，与日期无关。" },
  tracking_today: { label: "今日待跟进客户", definition: "下次跟进时间在今天结束之前的客户数，含以前没有完成的。" },
  pool_warning: { label: "即将掉公海", definition: "归属时钟快要走完、已发出提醒的客户数。" },
  estate_audit: { label: "待审新房", definition: "等待审核的房源提交数，新增、变更和下架都算。" },
  mansion_application: { label: "待审楼栋申请", definition: "等待确认的楼栋申请数。" },
  inquiry_pending: { label: "待分配询盘", definition: "还没有处理人的询盘数。" },
  inquiry_overdue: { label: "超时询盘", definition: "超过响应时限（只计工作时间）仍无人响应的询盘数。" },
  clue_pending: { label: "待审线索", definition: "等待审核的报备数，有撞单的也算。" },
  deal_review: { label: "待审成交", definition: "提交后等待审核的成交数，自己的成交由他人审核。" },
  billing_confirm: { label: "待确认账单", definition: "已登记付款、等待财务确认的账单数。" },
  transfer: { label: "待处理转移申请", definition: "等待您同意或拒绝的客户转移申请数。" },
  unregister: { label: "待注销审核", definition: "等待审核的用户注销申请数。" },
  target_rate: { label: "完成率", definition: "实际 ÷ 月度目标，没有目标的不计算。" },
  ratio: { label: "环比", definition: "与前一段同样长的日期相比的变化；前一段为零时不计算。" },
  tracker_pv: { label: "PV", definition: "所选日期内从该追踪点来的页面浏览次数，不含爬虫。" },
  tracker_uv: { label: "UV", definition: "所选日期内每天的访客数之和：同一访客一天只算一次，隔天另算。" },
  tracker_inquiries: { label: "追踪点询盘", definition: "所选日期内由该追踪点带来的询盘数。" },
  tracker_conversion: { label: "转化率", definition: "所选日期内的询盘 ÷ UV，没有访客时不计算。" },
  tracker_cost: {
    label: "成本",
    definition: "投放费用按投放起止日期平均到每天，取所选日期内的部分；起止日期不全时为全部费用。",
  },
  tracker_inquiry_cost: { label: "单询盘成本", definition: "所选日期内的成本 ÷ 询盘，没有询盘时不计算。" },
  agent_reports: {
    label: "报备/有效/签约",
    definition: "近90天新增的报备数，其中审核有效的（含到访及以后），其中已签约的。",
  },
  agent_logins: { label: "今日登录", definition: "今天代理账号登录成功的次数，按您能看到的代理计算。" },
  agent_logins_failed: { label: "今日失败", definition: "今天登录失败的次数；没有这个账号的，仅全部数据范围可见。" },
  agent_logins_remote: {
    label: "异地登录",
    definition: "今天有几次登录（含失败）的属地与该账号此前最近5次成功登录都不同。",
  },
} as const satisfies Record<string, FigureText>;

export type FigureKey = keyof typeof figures;
