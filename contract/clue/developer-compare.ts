import { z } from "zod";
import { keyword, listQuery, page, queryId, ref } from "../common";
import { endpoint, file } from "../endpoint";
import * as field from "../field";
import {
  type CompareField,
  type CompareResult,
  compareDecisions,
  compareFields,
  compareResults,
} from "./statement-kinds";

export const mostCompareRows = 2_000;

const fieldNames = Object.keys(compareFields) as [CompareField, ...CompareField[]];
const column = () => z.int().min(0).max(199);

/** The column of the file that holds a field, counted from 0; fields without a column are left out. */
export const CompareMapping = z
  .partialRecord(z.enum(fieldNames), column())
  .refine(({ unit }) => unit !== undefined, { path: ["unit"], message: "请指定房号列" })
  .refine(({ amount }) => amount !== undefined, { path: ["amount"], message: "请指定佣金金额列" })
  .refine((mapping) => new Set(Object.values(mapping)).size === Object.values(mapping).length, "同一列不能对应两项")
  .meta({ label: "列对应" });
export type CompareMapping = z.output<typeof CompareMapping>;

const developer = field.text("开发商", 100);
const period = z
  .string({ error: "请选择期间" })
  .regex(/^20\d\d-(0[1-9]|1[0-2])$/, "请选择期间")
  .meta({ label: "期间", control: "month" });
const currency = field.optionValue("币种", "currencies");
const media_id = field.id("对账文件").meta({ control: "media" });

export const CompareColumns = z.object({ developer, media_id });
export const CompareCreate = z.object({
  developer,
  period,
  currency,
  media_id,
  /** The row of the headings, as the spreadsheet counts. */
  header_row: z.int().min(1).max(50),
  mapping: CompareMapping,
  /** In place of the one that there is of the same developer, period and currency; its decisions go. */
  replace: z.boolean().default(false),
});
export type CompareCreate = z.output<typeof CompareCreate>;

const money = (label: string) =>
  z.string().nullable().meta({ label, control: "money", currency: "currency", isExact: true });

const Side = z.object({
  amount: money("佣金金额"),
  tax: money("税额"),
  price: money("成交价"),
  deduction: money("扣款"),
  signed_at: z.string().nullable().meta({ label: "签约日期", control: "date" }),
});
export type CompareSide = z.output<typeof Side>;

const kinds = Object.keys(compareResults) as [CompareResult, ...CompareResult[]];
export const CompareRow = z.object({
  n: z.int().meta({ label: "序号" }),
  row: z.int().nullable().meta({ label: "文件行号" }),
  deal: ref.nullable().meta({ label: "成交编号" }),
  estate: z.string().meta({ label: "楼盘" }),
  unit: z.string().meta({ label: "房号" }),
  customer_name: z.string().meta({ label: "客户" }),
  theirs: Side.nullable(),
  ours: Side.nullable(),
  result: z.enum(kinds).meta({ label: "结果", options: compareResults }),
  differences: z.array(z.object({ kind: z.enum(kinds), theirs: z.string().nullable(), ours: z.string().nullable() })),
  remark: z.string().nullable().meta({ label: "对方备注" }),
  decision: field.choice("处理", compareDecisions),
  note: z.string().nullable().meta({ label: "处理说明" }),
  decided_by: ref.nullable().meta({ label: "处理人", isPerson: true }),
  decided_at: field.instant("处理时间").nullable(),
});
export type CompareRow = z.output<typeof CompareRow>;

const total = (label: string) => z.string().meta({ label, control: "money", currency: "currency", isExact: true });

export const CompareHead = z.object({
  id: field.id(),
  developer: field.read(developer),
  period: field.read(period),
  currency: field.read(currency),
  file_name: z.string().meta({ label: "对账文件" }),
  row_count: z.int().meta({ label: "行数" }),
  difference_count: z.int().meta({ label: "差异" }),
  open_count: z.int().meta({ label: "待处理" }),
  theirs_total: total("对方合计"),
  ours_total: total("我方合计"),
  created_by: ref.nullable().meta({ label: "对账人", isPerson: true }),
  created_at: field.instant("对账时间"),
  can: field.can("decide"),
});
export type CompareHead = z.output<typeof CompareHead>;

export const CompareDetail = CompareHead.extend({
  counts: field.counts(...kinds),
  rows: z.array(CompareRow),
  /** Lines of deals that the reader does not see are neither shown nor counted. */
  is_partial: z.boolean(),
});
export type CompareDetail = z.output<typeof CompareDetail>;

export const CompareAccept = z.object({ note: field.optional(field.longText("处理说明", 200)) });
export const CompareDispute = z.object({ note: field.longText("争议说明", 200, 2) });

const path = "/api/clue/statement/compare";
const view = "clue:statement:view";
const create = "clue:statement:create";
const kind = "developer_compare";

export const developerCompare = {
  list: endpoint(`GET ${path}`, "开发商对账列表", view, {
    query: listQuery(
      {
        keyword: keyword(),
        period: z
          .string()
          .regex(/^20\d\d-(0[1-9]|1[0-2])$/)
          .optional(),
        currency: z
          .string()
          .regex(/^[A-Z]{3}$/)
          .optional(),
        created_by: queryId().meta({ label: "对账人", scene: "users" }),
        /** The tab of the statements' list in which it is shown: the address keeps it, the server does not ask. */
        view: z.string().max(20).optional(),
      },
      ["created_at", "period"],
      "-created_at",
    ),
    where: { not: ["view"] },
    reply: page(CompareHead),
  }),
  developers: endpoint(`GET ${path}/developers`, "开发商选项", create, {
    query: z.object({ keyword: keyword() }),
    reply: z.array(z.string()),
  }),
  columns: endpoint(`POST ${path}/columns`, "识别对账文件的列", create, {
    isRead: true,
    body: CompareColumns,
    reply: z.object({
      header_row: z.int(),
      headings: z.array(z.string()),
      samples: z.array(z.array(z.string())),
      mapping: z.partialRecord(z.enum(fieldNames), column()),
      /** It was confirmed before for this developer. */
      is_remembered: z.boolean(),
      row_count: z.int(),
    }),
  }),
  create: endpoint(`POST ${path}`, "开发商对账", create, { body: CompareCreate, reply: z.object({ id: z.int() }) }),
  get: endpoint(`GET ${path}/{id}`, "开发商对账详情", view, { kind, reply: CompareDetail }),
  accept: endpoint(`PATCH ${path}/{id}/row/{n}/accept`, "接受对账差异", create, {
    body: CompareAccept,
    reply: CompareDetail,
  }),
  dispute: endpoint(`PATCH ${path}/{id}/row/{n}/dispute`, "标记对账争议", create, {
    body: CompareDispute,
    reply: CompareDetail,
  }),
  export: endpoint(`GET ${path}/{id}/export`, "导出开发商对账", view, { reply: file }),
};
