/** The values that a deal and its bills take (domain B.4), with their labels. */
export const dealStatuses = {
  draft: "草稿",
  reviewing: "待审核",
  rejected: "已驳回",
  subscribed: "已认购",
  contracted: "已签约",
  completed: "已交割",
  cancelled: "已退订/退房",
} as const;
export type DealStatus = keyof typeof dealStatuses;

/** Deals that are under way: their customer has open business, their unit is taken. */
export const liveStatuses = ["reviewing", "subscribed", "contracted"] as const satisfies DealStatus[];
/** Those that have a unit for themselves. */
export const takingStatuses = [...liveStatuses, "completed"] as const satisfies DealStatus[];
export const soldStatuses = ["subscribed", "contracted", "completed"] as const satisfies DealStatus[];
/** Those that are still written by their owner. */
export const draftStatuses = ["draft", "rejected"] as const satisfies DealStatus[];

export const identityTypes = {
  id_card: "身份证",
  passport: "护照",
  hk_macau: "港澳居民来往内地通行证",
  tw_permit: "台胞证",
  residence: "在留卡",
  license: "营业执照",
} as const;
export type IdentityType = keyof typeof identityTypes;

export const paymentMethods = { full: "全款", loan: "贷款", installment: "分期" } as const;
export type PaymentMethod = keyof typeof paymentMethods;

export const dealSources = { direct: "自访/自有", agent: "代理渠道", referral: "转介绍" } as const;
export type DealSource = keyof typeof dealSources;

export const cancelTypes = { unsubscribe: "退订", return: "退房" } as const;
export type CancelType = keyof typeof cancelTypes;

export const payStatuses = { unpaid: "未付", partial: "部分", paid: "已付清" } as const;
export type PayStatus = keyof typeof payStatuses;

export const commissionStatuses = { none: "无", pending: "待结", partial: "部分结", settled: "已结" } as const;
export type CommissionStatus = keyof typeof commissionStatuses;

export const attachmentTypes = {
  subscribe_form: "认购书/买付证明",
  important_matters: "重要事项说明书",
  contract: "买卖合同",
  id: "证件",
  receipt: "付款凭证",
  delivery: "交割确认",
  other: "其他",
} as const;
export type AttachmentType = keyof typeof attachmentTypes;

export const dealLogActions = {
  create: "新增",
  edit: "编辑",
  submit: "提交",
  withdraw: "撤回",
  approve: "通过",
  reject: "驳回",
  contract: "签约",
  loan_paid: "登记放款",
  complete: "交割",
  cancel: "退订/退房",
  change: "申请变更",
  change_approve: "变更通过",
  change_reject: "变更驳回",
  attach: "上传附件",
  detach: "删除附件",
  handover: "交接",
  bill: "新增账单",
  bill_edit: "编辑账单",
  pay: "登记付款",
  confirm: "确认到账",
  return: "财务退回",
  refund: "发起退款",
  void: "作废账单",
} as const;
export type DealLogAction = keyof typeof dealLogActions;

export const billingDirections = { in: "应收", out: "应付" } as const;
export type BillingDirection = keyof typeof billingDirections;

export const billingTypes = {
  deposit: "定金",
  down_payment: "首付款/手付金",
  interim: "中期款",
  final: "尾款",
  tax_fee: "税费/登记费",
  agency_fee: "中介服务费",
  dev_commission: "开发商佣金",
  agent_commission: "代理佣金(结佣)",
  refund: "退款",
  other: "其他",
} as const;
export type BillingType = keyof typeof billingTypes;

/** The parts of the price, as a plan names them. */
export const priceTypes = ["deposit", "down_payment", "interim", "final"] as const satisfies BillingType[];
/** What a buyer pays that is no part of the price (domain C.4). */
export const feeTypes = ["tax_fee", "agency_fee"] as const satisfies BillingType[];
/** Those that only people with the commission's permission see. */
export const commissionTypes = ["dev_commission", "agent_commission"] as const satisfies BillingType[];

const { dev_commission: _dev, agent_commission: _agent, refund: _refund, ...entered } = billingTypes;
/** What people enter by hand: commissions come with the contract, refunds by acts of their own. */
export const enteredTypes = entered;

export const billingParties = { buyer: "买方", developer: "开发商", agent: "代理", company: "本公司" } as const;
export type BillingParty = keyof typeof billingParties;

export const billingMethods = {
  bank: "银行转账",
  overseas_wire: "境外电汇",
  card: "刷卡",
  cash: "现金",
  wechat: "微信",
  alipay: "支付宝",
  offset: "冲抵",
} as const;
export type BillingMethod = keyof typeof billingMethods;

export const billingStatuses = {
  pending: "待付",
  paid: "待确认",
  confirmed: "已确认",
  refunded: "已退",
  void: "已作废",
} as const;
export type BillingStatus = keyof typeof billingStatuses;

/** From which day a line of a plan is due. */
export const dueBases = { subscribed: "认购日", contracted: "签约日", delivery: "应交割日" } as const;
export type DueBasis = keyof typeof dueBases;

/** So many days after its condition a commission is due. */
export const commissionDueDays = 30;
