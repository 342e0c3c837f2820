import type { Change } from "~/contract/common";
import { isoInstant } from "~/server/database/tables/columns";
import { type AuditAction, audit } from "~/server/lib/audit";
import type { FileReply, SignedCall } from "~/server/lib/call";
import { dayOf } from "~/server/lib/list";
import { maskContact } from "~/server/lib/mask";
import { Refusal } from "~/server/lib/refusal";
import { type Cell, xlsx } from "~/server/lib/xlsx";

const filterLabels: Record<string, string> = {
  view: "视图",
  keyword: "关键词",
  sort: "排序",
  level: "等级",
  stage: "阶段",
  source: "来源",
  country: "国家/地区",
  district_id: "区域",
  owner_id: "跟进人",
  user_id: "跟进人",
  tag: "标签",
};
/** Parts of a query that say nothing about which rows. */
const unnamed = new Set(["page", "page_size", "reason", "link"]);

/** Which rows were asked for, as a log line keeps it: a number that was searched for is masked. */
function filterOf(query: Readonly<Record<string, unknown>>): Change[] {
  return Object.entries(query).flatMap(([field, value]) => {
    if (unnamed.has(field) || value === undefined || value === "") return [];
    const text = Array.isArray(value) ? value.join("、") : String(value);
    const isNumber = field === "keyword" && text.replace(/\D/g, "").length >= 7;
    const after = isNumber ? maskContact("phone", text) : text;
    return [{ field, label: filterLabels[field] ?? field, before: null, after }];
  });
}

interface Exported {
  module: string;
  /** What left the house, with its number of rows. */
  summary: string;
  query: Readonly<Record<string, unknown>>;
  reason: string;
}

/** The file of an export: what its sheet is called, with the day. */
export const exportFile = ({ services }: SignedCall, sheet: Parameters<typeof xlsx>[0]): FileReply => ({
  name: `${sheet.name}-${dayOf(services.now()).replaceAll("-", "")}.xlsx`,
  ...xlsx(sheet),
});

/** The log line of an export: who, how many, by which filter, why. It stands before the first byte leaves. */
export function auditExport(call: SignedCall, { module, summary, query, reason }: Exported): Promise<void> {
  const action: AuditAction = "export";
  return audit(call, { module, action, summary, reason, changes: filterOf(query) });
}

/** Ends the request where there are more rows than may be exported at once; `count` is of at most one more. */
export function checkExportSize(count: number, limit: number): void {
  if (count > limit) throw new Refusal(42200, `单次最多导出${limit}条，请缩小筛选范围`);
}

/** Rows read by their numbers, in the order of the numbers; one that is gone leaves no gap. */
export function inOrder<R>(ids: readonly number[], rows: readonly R[], idOf: (row: R) => number): R[] {
  const byId = new Map(rows.map((row) => [idOf(row), row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The last rows of an exported file: whose it is, and under which number the log knows it. */
export function traceRows({ user, origin, services }: SignedCall, reason: string): Cell[][] {
  const at = isoInstant(services.now()).slice(0, 16).replace("T", " ");
  return [[], [`导出人：${user.name}（${user.id}）　导出时间：${at}　原因：${reason}　编号：${origin.id}`]];
}
