/** A figure that is counted or worked out: what it is called, and what it says in one sentence. */
export interface FigureText {
  label: string;
  definition: string;
}

/** Each figure once (domain B, D, F): heads, facts and cards name it by its key (`.meta({ figure })`, `figure`). */
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
  deals_sold: {
    label: "已售套数",
    definition: "当前筛选的成交中已认购、已签约和已交割的套数；草稿、待审核、已驳回和退掉的不算。",
  },
  deals_sold_amount: {
    label: "已售金额",
    definition: "当前筛选的成交中已认购、已签约和已交割的成交价之和，按各自的汇率折合人民币。",
  },
  bills_in: { label: "应收", definition: "当前筛选的应收账单金额之和，按币种分开；已作废的不算。" },
  bills_out: { label: "应付", definition: "当前筛选的应付账单金额之和，按币种分开；已作废的不算。" },
  bills_late: { label: "逾期未收", definition: "当前筛选的应收账单中过了应付日仍待付的金额之和，按币种分开。" },
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
    label: "进公海倒计时",
    definition: "离进公海还有几天：按有效跟进和成交的期限中先到的一个计算；锁定期间停走。",
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
