import { z } from "zod";
import { range } from "~/contract/dashboard/blocks";
import { dashboard, figureCode } from "~/contract/dashboard/dashboard";
import { figureRows } from "~/contract/dashboard/figure-rows";
import { user } from "~/contract/personal/user";
import { schedule } from "~/contract/schedule/schedule";
import { search } from "~/contract/search/search";
import { message } from "~/contract/shared/message";
import { option } from "~/contract/shared/option";
import { shapeOf } from "~/server/lib/input";
import { linked } from "../answer";
import { type Tool, tool } from "../tool";

const scheduleLink = "/schedule-list";

/** Figures whose rows are bills are money, which no key reaches. */
const { billing: _, ...rowKinds } = figureRows;
const metricsOf = (kind: keyof typeof rowKinds): string[] => {
  const { metric } = shapeOf(rowKinds[kind].query);
  return metric instanceof z.ZodEnum ? metric.options.map(String) : [];
};
const kinds = Object.keys(rowKinds) as (keyof typeof rowKinds)[];
const allMetrics = kinds.flatMap(metricsOf);
const kindOf = (metric: unknown) => kinds.find((kind) => metricsOf(kind).includes(String(metric))) ?? "customer";

export const dayTools: readonly Tool[] = [
  tool(search.find, {
    name: "search",
    title: "全局搜索",
    tells: [
      "按姓名、编号等一次搜索客户、询盘、房源、代理、报备、成交，每类最多5条。",
      "Search customers, inquiries, estates, agents, leads and deals at once by name or number.",
    ],
    takes: ["keyword"],
    answer: ({ customers, inquiries, estates, agents, clues, deals, statements, contents }) => ({
      customers: linked("customer", customers),
      inquiries: linked("inquiry", inquiries),
      estates: linked("estate", estates),
      agents: linked("agent", agents),
      leads: linked("clue", clues),
      deals: linked("deal", deals),
      statements: linked("statement", statements),
      contents,
    }),
  }),
  tool(dashboard.get, {
    name: "list_today",
    title: "今日工作",
    tells: [
      "今天要做的事：逾期和今天的跟进、日程、即将进公海的客户，以及各项待办的数量。",
      "What the person has to do today.",
    ],
    takes: ["scope"],
    fixed: { query: { blocks: ["today", "todo"] } },
    answer: ({ today, todo }) => ({ today, todo, link: "/dashboard" }),
  }),
  tool(schedule.list, {
    name: "find_schedules",
    title: "查找日程",
    tells: ["查找日程；scope=team 含团队的。", "Find schedules."],
    takes: ["status", "type", "from", "to", "scope", "user_id", "customer_id", "sort", "page"],
    answer: (page) => ({ ...page, link: scheduleLink }),
  }),
  tool(schedule.create, {
    name: "make_schedule",
    title: "新增日程",
    tells: ["新增一条日程（回访、带看、会议等），可关联客户。", "Make a schedule, such as a visit with a customer."],
    takes: [
      ...(["title", "type", "all_day", "start_at", "end_at", "customer_id", "deal_id", "user_id"] as const),
      ...(["location", "remind_minutes", "content"] as const),
    ],
    answer: (row) => ({ ...row, link: scheduleLink }),
  }),
  tool(schedule.done, {
    name: "finish_schedule",
    title: "完成日程",
    tells: ["把一条日程标记为已完成，可写完成情况。", "Mark a schedule as done."],
    takes: ["result"],
    fixed: { body: { action: "done" } },
    answer: (row) => ({ ...row, link: scheduleLink }),
  }),
  tool(schedule.cancel, {
    name: "cancel_schedule",
    title: "取消日程",
    tells: ["取消一条日程，不能恢复；先询问再执行。", "Cancel a schedule for good; the person is asked first."],
    fixed: { body: { action: "cancel" } },
    isDestructive: true,
    question: async (_, { id }) => `确定取消日程（id ${Number(id)}）吗？取消后不能恢复。`,
    answer: (row) => ({ ...row, link: scheduleLink }),
  }),
  {
    ...tool(dashboard.get, {
      name: "read_figures",
      title: "查看指标",
      tells: [
        "查看一段日期（from–to）内的指标、目标完成、漏斗与排行，口径与看板相同。",
        "Read the figures, targets, funnel and ranking of some days, as the dashboard shows them.",
      ],
      takes: ["from", "to", "team_id", "user_id", "country", "month", "funnel", "rank"],
      fixed: { query: { blocks: ["kpi", "target", "funnel", "rank"] } },
      answer: (blocks) => ({ ...blocks, link: "/dashboard" }),
    }),
    endpoints: [{ ...dashboard.get, permission: figureCode }],
  },
  {
    name: "read_figure_rows",
    title: "查看指标明细",
    description: [
      "查看一项指标背后的记录（metric 为指标名，见 read_figures 的 key）。",
      "Read the records behind a figure of read_figures.",
    ].join("\n"),
    endpoints: [figureRows.customer],
    shape: {
      metric: z.enum(allMetrics as [string, ...string[]]).meta({ label: "指标" }),
      ...range,
      page: figureRows.customer.query.shape.page,
    },
    changes: false,
    isDestructive: false,
    run: (ask, { metric, page, from, to, team_id, user_id, country }) =>
      ask(rowKinds[kindOf(metric)], {
        query: { metric, page, from, to, team_id, user_id, country, page_size: 20 },
      }),
  },
  tool(message.list, {
    name: "find_messages",
    title: "我的消息",
    tells: ["查看我的消息；unread=true 只看未读。", "Read the person's own messages."],
    takes: ["category", "unread", "page"],
  }),
  tool(user.options, {
    name: "find_colleagues",
    title: "查找同事",
    tells: ["按姓名查找同事的 id。", "Find colleagues by name."],
    takes: ["keyword", "team_id", "in_scope", "on_duty"],
  }),
  tool(option.community, {
    name: "list_options",
    title: "查选项取值",
    tells: [
      "查参数可用的取值：scenes 为参数说明里给出的名称，如 customer_source、countries、districts、estates、agents；多的用 keyword 搜索。",
      "List the values that an argument may have: scenes are named in the arguments' descriptions.",
    ],
    takes: ["scenes", "keyword", "country", "parent_id", "ids"],
  }),
];
