/** The values that a statement of an agent (对账单) and a comparison with a developer's sheet take (domain B.6), with their labels. */
export const statementStatuses = {
  draft: "草稿",
  sent: "待确认",
  disputed: "有异议",
  confirmed: "已确认",
  invoiced: "已开票",
  paid: "已付款",
  void: "已作废",
} as const;
export type StatementStatus = keyof typeof statementStatuses;

/** What an item is: a commission that is due, or one that was paid of a deal that was cancelled afterwards. */
export const statementItemKinds = { commission: "结佣", clawback: "退房冲回" } as const;
export type StatementItemKind = keyof typeof statementItemKinds;

/** Statements on which the agent still waits for something: what keeps it from leaving (domain C.3). */
export const openStatementStatuses = ["sent", "disputed", "confirmed", "invoiced"] as const satisfies StatementStatus[];

/** How a line of a developer's sheet differs from ours; the first that holds names the line. */
export const compareResults = {
  match: "一致",
  ours_missing: "我方缺",
  theirs_missing: "对方缺",
  cancelled: "我方已退",
  deduction: "扣款",
  amount: "金额不符",
  tax: "税额不符",
  date: "日期不符",
} as const;
export type CompareResult = keyof typeof compareResults;

export const compareDecisions = { open: "待处理", accepted: "已接受", disputed: "有争议" } as const;
export type CompareDecision = keyof typeof compareDecisions;

/** What a developer's sheet may say of a line, and the words by which its columns are recognised. */
export const compareFields = {
  unit: "房号",
  amount: "佣金金额",
  building: "楼栋",
  estate: "楼盘",
  customer: "客户",
  signed_at: "签约日期",
  price: "成交价",
  tax: "税额",
  deduction: "扣款",
  remark: "备注",
} as const;
export type CompareField = keyof typeof compareFields;

/** One difference of a line, in the words of both sides. */
export interface CompareDifference {
  kind: Exclude<CompareResult, "match">;
  theirs: string | null;
  ours: string | null;
}
