import { type FigureText, figures } from "../figures";

/** Content that waits for a second person. */
const reviewed = (kind: string) => ({
  label: `待审${kind}`,
  definition: `已提交审核、等待您通过或退回的${kind}数；您最后修改的由他人审核，不计入。`,
});

/** Figures that the dashboards alone show: apart, since the others ride with every list. */
const dashboardFigures = {
  tracking_today: { label: "今日待跟进客户", definition: "下次跟进时间在今天结束之前的客户数，含以前没有完成的。" },
  pool_warning: { label: "即将进公海", definition: "进公海倒计时快要走完、已发出提醒的客户数。" },
  estate_audit: { label: "待审新房", definition: "等待审核的房源提交数，新增、变更和下架都算。" },
  mansion_application: { label: "待审楼栋申请", definition: "等待确认的楼栋申请数。" },
  inquiry_pending: { label: "待分配询盘", definition: "还没有顾问的询盘数。" },
  inquiry_overdue: { label: "超时询盘", definition: "超过响应时限（只计工作时间）仍无人响应的询盘数。" },
  clue_pending: { label: "待审报备", definition: "等待审核的报备数，有撞单的也算。" },
  deal_review: { label: "待审成交", definition: "等待您审核的成交数；自己的成交、自己提交的由他人审核，不计入。" },
  billing_confirm: { label: "待确认账单", definition: "已登记付款、等待确认到账的账单数。" },
  chat_waiting: { label: "待接入咨询", definition: "正在等人接入的在线咨询数。" },
  clue_visit: { label: "待到访报备", definition: "有效、约了到访时间、还没有登记到访的报备数。" },
  clue_expiring: { label: "保护期将满", definition: "保护期在三天内结束、或已经结束的有效报备数。" },
  statement_disputed: { label: "有异议对账单", definition: "代理提出异议、等待处理的对账单数。" },
  statement_pay: { label: "待付对账单", definition: "代理已确认或已开票、等待付款的对账单数。" },
  billing_overdue: { label: "逾期账单", definition: "过了应付日还没有登记付款的账单数。" },
  estate_rejected: { label: "被驳回房源", definition: "审核被驳回、等待修改后再提交的房源数。" },
  estate_draft: { label: "未提交房源", definition: "还没有提交审核的房源草稿数。" },
  article_review: reviewed("资讯"),
  seo_article_review: reviewed("SEO文章"),
  encyclopaedia_review: reviewed("城市百科"),
  city_intro_review: reviewed("城市介绍"),
  investment_review: reviewed("投资专栏"),
  video_review: reviewed("视频"),
  report_review: reviewed("趋势报告"),
  special_review: reviewed("房源专题"),
  article_draft: { label: "资讯草稿", definition: "还没有发布的资讯数。" },
  article_scheduled: { label: "待发布资讯", definition: "已定时、还没有到发布时间的资讯数。" },
  seo_article_draft: { label: "SEO文章草稿", definition: "还没有发布的SEO文章数。" },
  special_draft: { label: "专题草稿", definition: "还没有发布的专题数。" },
  banner_ending: { label: "即将结束的轮播图", definition: "已启用、七天之内到期的轮播图数。" },
  job_failed: { label: "失败任务", definition: "最近一次运行没有成功的后台任务数。" },
  transfer: { label: "待处理转移申请", definition: "等待您同意或驳回的客户转移申请数。" },
  unregister: { label: "待注销审核", definition: "等待审核的用户注销申请数。" },
  customer_new: {
    label: "新增客户",
    definition:
      "所选日期内新增的客户数，含现在回收站里的，不含已合并和批量导入的（导入另计）；按新增时的跟进人计，之后领取、转移不变。",
  },
  visit_count: {
    label: "到访量",
    definition: "所选日期内到访过的客户数，每位客户只算一次：跟进的到访/带看算跟进人的，报备登记的到访算顾问的。",
  },
  customer_active: {
    label: "有效客户",
    definition: "现在有人跟进、且不在已流失、无效、已完成阶段的客户数，与日期无关。",
  },
  pool_size: { label: "公海客户", definition: "现在没有跟进人的客户数，与日期无关。" },
  tracking_valid: { label: "有效跟进", definition: "所选日期内写下的有效跟进条数。" },
  inquiry_new: { label: "新增询盘", definition: "所选日期内收到的询盘数，不含无效的；按顾问计。" },
  response_rate: {
    label: "及时响应率",
    definition: "所选日期内收到的询盘中，在响应时限（只计工作时间）内有人响应的占比，报告下载不算；按顾问计。",
  },
  clue_new: { label: "新增报备", definition: "所选日期内收到的报备数，按顾问计。" },
  clue_valid_rate: {
    label: "报备有效率",
    definition: "所选日期内审核的报备中曾判为有效的占比，后来过期或取消的也算有效。",
  },
  subscribe_count: {
    label: "认购套数",
    definition: "认购日期在所选日期内的成交数，后来退掉的也算，另记退数；按成交人计，渠道经理看名下代理带来的。",
  },
  contract_count: {
    label: "签约套数",
    definition: "签约日期在所选日期内的成交数，后来退掉的也算，另记退数；按成交人计，渠道经理看名下代理带来的。",
  },
  contract_amount: {
    label: "签约金额",
    definition: "所选日期内签约的成交价之和，按签约时的汇率折合人民币，后来退掉的也算。",
  },
  commission_receivable: {
    label: "应收佣金",
    definition:
      "应付日在所选日期内的开发商佣金之和，折合人民币，作废的不算，按成交人计；已收、待确认、待收合计即应收。",
  },
  commission_received: {
    label: "已收佣金",
    definition: "付款日在所选日期内、财务已确认的开发商佣金之和，折合人民币；应付日不限，与应收佣金之差不是待收。",
  },
  estate_online: { label: "在架房源", definition: "现在已上架的房源数，与日期无关。" },
  estate_new: { label: "新增房源", definition: "新增审核在所选日期内通过的房源数，按提交人计。" },
  agent_active: { label: "活跃代理", definition: "所选日期内登录成功或有过报备的代理数，按渠道经理计。" },
  clue_funnel: {
    label: "报备漏斗",
    definition: "所选日期内收到的报备中，到现在为止走到每一步的条数；前面的步骤都走过才算。",
  },
  inquiry_funnel: {
    label: "询盘漏斗",
    definition: "所选日期内收到的有效询盘中，到现在为止走到每一步的条数；到访和签约按转成的客户计。",
  },
  rank: {
    label: "排行榜",
    definition: "所选日期内的前十名，数值相同时最近一次发生得早的在前；只能看本人数据的总能看到自己。",
  },
} as const satisfies Record<string, FigureText>;

export const allFigures = { ...figures, ...dashboardFigures };
export type AnyFigureKey = keyof typeof allFigures;
