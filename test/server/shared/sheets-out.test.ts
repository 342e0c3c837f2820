import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deal } from "~/contract/deal/deal";
import { addressOf, type Endpoint, file } from "~/contract/endpoint";
import { developerCompareRow, statementItem } from "~/server/database/tables/clue/statement";
import { unit } from "~/server/database/tables/house/estate";
import { user } from "~/server/database/tables/system/system";
import { writeDemo } from "~/server/demo/demo";
import { found } from "~/server/lib/call";
import { served } from "~/server/resources/areas";
import { testApi } from "~/test/support/api";
import { resetDatabase, testDatabase } from "~/test/support/database";
import { type WrittenSheet, writtenSheet } from "~/test/support/sheet";

const { db } = testDatabase();
const now = new Date("2026-11-20T15:30:00+08:00");
const api = testApi(db, { now });

let token = "";
const owners: Record<string, number> = {};
beforeAll(async () => {
  await resetDatabase(db);
  const accounts = await writeDemo(db, { password: "Demo-pass-1", size: "small", now, services: api.services });
  const [admin] = await db
    .select()
    .from(user)
    .where(eq(user.email, found(accounts[0]).email));
  token = await api.tokenOf(found(admin).id);
  const [flat] = await db.select().from(unit).limit(1);
  owners["/api/estate/{id}/unit/export"] = found(flat).estate_id;
  const [item] = await db.select().from(statementItem).limit(1);
  owners["/api/clue/statement/{id}/export"] = found(item).statement_id;
  const [line] = await db.select().from(developerCompareRow).limit(1);
  owners["/api/clue/statement/compare/{id}/export"] = found(line).compare_id;
});
afterAll(() => resetDatabase(db));

const exports = [
  ...new Map(
    served
      .map(({ endpoint }): Endpoint => endpoint)
      .filter(({ method, reply, path }) => method === "GET" && reply === file && /\/export$/.test(path))
      .map((endpoint) => [endpoint.line + endpoint.summary, endpoint]),
  ).values(),
];
/** What tells exports apart that share a path, and what keeps the log to few days. */
const queryOf = ({ path, summary }: Endpoint) => ({
  reason: "report",
  ...(path === "/api/system/record/export" ? { created_from: "2026-10-01", created_to: "2026-11-20" } : {}),
  ...(path === "/api/content/report/export" ? { from: "2026-11-01", to: "2026-11-20" } : {}),
  ...(path === "/crm/customer/export" && !summary.includes("公海") ? { view: "owned" } : {}),
});

async function sheetOf(endpoint: Endpoint): Promise<WrittenSheet> {
  const address = addressOf(endpoint, { params: { id: owners[endpoint.path] ?? 0 }, query: queryOf(endpoint) });
  const reply = await api.app.request(address, { headers: { authorization: `Bearer ${token}` } });
  expect(reply.status, `${address} ${reply.status === 200 ? "" : await reply.clone().text()}`).toBe(200);
  return writtenSheet(await reply.arrayBuffer());
}

/** Names and numbers of things, which nobody adds up. */
const names = /编号|单号|房号|楼栋|列$|号$|手机|电话|IP|邮箱|微信|登录名|目标|摘要|对象/;

/** What a heading says of its column, whether or not a row fills it. */
const told = [
  [/(日|日期|(?<!方便联系)时间|[至止]|最近跟进|下次跟进)$/, /yy/],
  [/(额|价|合计|应结佣金|应收佣金|代理佣金|预算下限|预算上限|调整|扣款|基数|人民币)$/, /^#,##0/],
  [/(率|比例)$/, /0\.00/],
  [/面积$/, /^#,##0\.00/],
] as const;

test("the contract has the exports that are known, and each is looked at", () => {
  expect(exports.map(({ summary }) => summary).length).toBe(15);
});

test.each(exports.map((endpoint) => [endpoint.summary, endpoint] as const))(
  "%s: numbers and days are cells of their kind, with widths and headings that stay",
  async (_, endpoint) => {
    const { headings, rows, widths, formats, frozen } = await sheetOf(endpoint);
    expect(frozen).toBe(1);
    expect(widths).toHaveLength(headings.length);
    for (const [index, heading] of headings.entries()) expect(widths[index], heading).toBeGreaterThan(heading.length);
    for (const [index, heading] of headings.entries())
      for (const [ending, format] of told) if (ending.test(heading)) expect(formats[index], heading).toMatch(format);
    for (const heading of headings) expect(heading).not.toMatch(/^[a-z_]+$/);
    expect(new Set(headings).size, headings.join()).toBe(headings.length);
    // The last row says who took it.
    expect(rows.length).toBeGreaterThan(1);
    for (const row of rows)
      for (const [index, cell] of row.entries()) {
        if (!cell) continue;
        const { value, format } = cell;
        const where = `${headings[index]}: ${value} (${format})`;
        if (typeof value === "number") expect(format, where).not.toBe("@");
        else if (!names.test(headings[index] ?? "")) {
          expect(value, where).not.toMatch(/^[-\d.,]+(%| [A-Z]{3})?$/);
          expect(value, where).not.toMatch(/^\d{4}-\d\d-\d\d/);
        }
      }
  },
);

test("the amounts of deals can be added up, shares and days read as such", async () => {
  const { headings, rows } = await sheetOf(deal.export);
  const column = (heading: string) => rows.slice(0, -1).map((row) => row[headings.indexOf(heading)]);
  const sum = column("成交价").reduce((total, cell) => total + Number(cell?.value ?? 0), 0);
  expect(sum).toBeGreaterThan(1_000_000);
  const kinds = { 成交价: "#,##0.00", 面积: "#,##0.00", 汇率: "0.00######", 认购日: "yyyy-mm-dd" };
  for (const [heading, format] of Object.entries(kinds))
    for (const cell of column(heading)) if (cell) expect(cell, heading).toEqual({ value: expect.any(Number), format });
});
