import { z } from "zod";
import { ref } from "../common";
import * as field from "../field";

/** Whether what becomes public, and what changes it, needs a second person (domain C.7): the setting `content.approval`. */
export const approvalModes = { off: "不需审核", four_eyes: "须由他人审核" } as const;
export type ApprovalMode = keyof typeof approvalModes;

export const approvalStatuses = {
  pending: "待审核",
  approved: "已通过",
  returned: "已退回",
  withdrawn: "已撤回",
} as const;
export type ApprovalStatus = keyof typeof approvalStatuses;

/** What is asked for: to publish a piece at once or at a time, or to make its draft copy the live version. */
export const approvalActs = { publish: "发布", schedule: "定时发布", draft: "发布修改稿" } as const;
export type ApprovalAct = keyof typeof approvalActs;

/** What waits for a second person, or came back from one. */
export const Approval = z.object({
  status: field.choice("审核", approvalStatuses),
  act: field.choice("审核事项", approvalActs),
  publish_at: field.instant("发布时间").nullable(),
  /** The version of the piece, or of its draft copy, that was handed in. */
  version: z.int(),
  by: ref.nullable().meta({ label: "提交人", isPerson: true }),
  at: field.instant("提交时间"),
  reason: z.string().nullable().meta({ label: "退回原因" }),
});
export type Approval = z.output<typeof Approval>;

export const Submission = z.object({
  publish_at: field.optional(field.instant("发布时间")).meta({ help: "留空则通过后立即发布" }),
});
