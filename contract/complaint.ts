import type { z } from "zod";

const units: Readonly<Record<string, string>> = { string: "个字", array: "项", set: "项", map: "项" };

/** What is wrong with a value whose schema has no words of its own for it: in plain Chinese, and with nothing of how it is programmed. */
export function complaintOf(issue: z.core.$ZodRawIssue, label: string): string {
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined || issue.input === null) return label ? `请填写${label}` : "此项必填";
      return `${label}格式不正确`;
    case "invalid_value":
      return `${label}不是可选的值`;
    case "too_big":
      if (units[issue.origin]) return `${label}不能超过${issue.maximum}${units[issue.origin]}`;
      return `${label}${issue.inclusive ? "不能大于" : "应小于"}${issue.maximum}`;
    case "too_small":
      return units[issue.origin]
        ? `${label}至少${issue.minimum}${units[issue.origin]}`
        : `${label}${issue.inclusive ? "不能小于" : "应大于"}${issue.minimum}`;
    case "not_multiple_of":
      return `${label}应为${issue.divisor}的倍数`;
    case "unrecognized_keys":
      return "没有这个字段";
    default:
      return `${label}格式不正确`;
  }
}
