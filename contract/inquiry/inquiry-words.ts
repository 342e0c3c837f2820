export const inquiryKinds = {
  estate: "房源询盘",
  rental: "租赁询盘",
  visa: "经营管理签证",
  chat: "在线咨询",
  report: "报告下载",
  general: "一般咨询",
} as const;
export type InquiryKind = keyof typeof inquiryKinds;

export const inquiryStatuses = {
  pending: "待分配",
  assigned: "待跟进",
  processing: "跟进中",
  converted: "已转客户",
  closed: "已关闭",
  invalid: "无效",
} as const;
export type InquiryStatus = keyof typeof inquiryStatuses;
