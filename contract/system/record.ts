import { z } from "zod";
import { change, chosenIds, csv, isPlainText, listQuery, oneOf, page, queryDay, queryId } from "../common";
import { shanghaiDay } from "../day";
import { endpoint, file } from "../endpoint";
import * as field from "../field";
import { readQuery } from "../read-query";
import { chosenRequest, request, screenData } from "../screen-data";
import { screens } from "../screens";

/** What was done; an act that has no word of its own is an `update`, and its summary names it. */
export const recordActions = {
  create: "新增",
  update: "修改",
  delete: "删除",
  restore: "恢复",
  destroy: "彻底删除",
  assign: "分配",
  claim: "领取",
  release: "释放",
  audit: "审核",
  publish: "发布",
  export: "导出",
  import: "导入",
  unmask: "查看敏感信息",
  login: "登录",
  logout: "退出",
  setting: "配置变更",
} as const;
export type RecordAction = keyof typeof recordActions;

/** Where it was done: the areas of the menu, and areas outside the menu. */
const recordModules: Readonly<Record<string, string>> = {
  auth: "登录",
  ...Object.fromEntries(
    screens
      .filter((screen) => !screen.public || screen.menu)
      .map(({ path, title }): [string, string] => [path.slice(1), title]),
  ),
  personal: "个人中心",
  upload: "文件",
  user: "账号",
};

const results = { success: "成功", failed: "失败" } as const;

export const RecordRow = z.object({
  id: field.id(),
  created_at: field.instant("时间"),
  user_name: z.string().meta({ label: "操作人", isPerson: true }),
  module: z.string().meta({ label: "模块", options: recordModules }),
  action: z.string().meta({ label: "动作", options: recordActions }),
  target_name: z.string().nullable().meta({ label: "对象" }),
  summary: z.string().meta({ label: "摘要" }),
  ip: z.string().nullable().meta({ label: "IP" }),
  result: z.string().meta({ label: "结果", options: results }),
  change_count: z.int(),
});
export type RecordRow = z.output<typeof RecordRow>;

const RecordDetail = RecordRow.extend({
  target_type: z.string().nullable(),
  target_id: z.int().nullable(),
  changes: z.array(change),
  reason: z.string().nullable(),
  request_id: z.string().nullable(),
  ua: z.string().nullable(),
  /** When what it said of a person was removed, because they were destroyed. */
  forgotten_at: field.instant("清除时间").nullable(),
});
export type RecordDetail = z.output<typeof RecordDetail>;

/** Days that one query may span, and those that it spans unless it says. */
export const recordSpan = { most: 90, usual: 7 } as const;

const filters = {
  user_id: queryId(),
  module: csv(z.string().refine((code) => code in recordModules, "请选择模块")),
  action: oneOf(recordActions),
  /** A number as people read it (客户编号 …), a row's own, or the name to the letter. */
  target: z
    .string()
    .trim()
    .max(50, "对象编号不能超过50个字")
    .refine(isPlainText, "对象编号含有不能使用的字符")
    .optional(),
  created_from: queryDay().default(() => shanghaiDay(1 - recordSpan.usual)),
  created_to: queryDay().default(() => shanghaiDay()),
};
const sorts = ["created_at"] as const;

const dayNumber = (day: string | undefined) => Date.parse(`${day}T00:00:00Z`) / 86_400_000;
type Days = { created_from?: string | undefined; created_to?: string | undefined };
const spanOf = ({ created_from, created_to }: Days) => dayNumber(created_to) - dayNumber(created_from) + 1;

function checkSpan(query: Days, context: z.RefinementCtx) {
  const span = spanOf(query);
  const wrong =
    span < 1 ? "开始日期不能晚于结束日期" : span > recordSpan.most ? `一次最多查询${recordSpan.most}天` : undefined;
  if (wrong) context.addIssue({ code: "custom", path: ["created_from"], message: wrong });
}

export const record = {
  list: endpoint("GET /api/system/record", "操作日志", "system:record:view", {
    query: listQuery(filters, sorts, "-created_at").superRefine(checkSpan),
    reply: page(RecordRow),
  }),
  get: endpoint("GET /api/system/record/{id}", "操作日志详情", "system:record:view", { reply: RecordDetail }),
  export: endpoint("GET /api/system/record/export", "导出操作日志", "system:record:view", {
    query: listQuery(
      { ...filters, reason: field.optionValue("导出原因", "export_reason"), ids: chosenIds() },
      sorts,
      "-created_at",
    ).superRefine(checkSpan),
    where: { row: RecordRow },
    reply: file,
  }),
};

/** The list's query out of an address. Of a longer span the last days that may be asked for at once. */
export function recordQuery(from: Request | URLSearchParams): z.output<typeof record.list.query> {
  const query = readQuery(from, record.list);
  const span = spanOf(query);
  if (span >= 1 && span <= recordSpan.most) return query;
  const until = span < 1 ? query.created_from : query.created_to;
  const days = span < 1 ? 1 : recordSpan.most;
  const since = new Date((dayNumber(until) - days + 1) * 86_400_000).toISOString().slice(0, 10);
  return { ...query, created_from: since, created_to: until };
}

export const recordScreens = {
  "/system/record": screenData("list", ({ search }) => ({
    page: request(record.list, { query: recordQuery(search) }),
    line: chosenRequest(record.get, search.get("view")),
  })),
};
