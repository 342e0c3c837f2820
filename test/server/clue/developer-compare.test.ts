import fc from "fast-check";
import { expect, test } from "vitest";
import { developerCompare } from "~/contract/clue/developer-compare";
import { signedSum } from "~/contract/decimal";
import { dayIn } from "~/server/resources/shared/import/values";
import { recognised } from "~/server/resources/statement/compare/columns";
import { judgeLines, type OurLine, unitKey } from "~/server/resources/statement/compare/judge";
import { amountIn, type TheirLine } from "~/server/resources/statement/compare/read-lines";
import { fieldsOf, refusedAt } from "~/test/support/refused";
import { setUp } from "~/test/support/set-up";
import { cellsOf } from "~/test/support/sheet";
import { signedIn } from "~/test/support/signed-in";
import { sendSheet } from "~/test/support/statement";
import { whoMay } from "~/test/support/who-may";

const { api, make, countIn, updateIn } = setUp();
const people = signedIn(api, {
  manager: { role: "channel_manager", team: "渠道" },
  other: { role: "channel_manager", team: "别处" },
  payer: { role: "finance", name: "钱财务" },
  seller: { role: "sales", team: "销售" },
});
const { manager, other, payer, seller, asManager, asOther, asPayer } = people;

const developer = "云汀不动产";
const november = { developer, period: "2026-11", currency: "JPY" };
/** A sheet that says what these flats bring. */
const sums = (amounts: Record<string, string | number>) => [["房号", "佣金"], ...Object.entries(amounts)];
const send = (rows: Parameters<typeof sendSheet>[2], uploader = payer.id) => sendSheet(api.services, uploader, rows);

/** Sales of the developer: with what they have in the month, in an agent's hand or the other's. */
async function sell(
  unit_no: string,
  amount: string,
  given: { deal?: object; due_at?: string; manager_id?: number; status?: "void" } = {},
) {
  const { id: agent_id } = await make.agent({ manager_id: given.manager_id ?? manager.id });
  return make.sale({
    ...{ agent_id, owner_id: seller.id, developer },
    deal: { unit_no, building: "A座", buyer_name: `买方${unit_no}`, ...given.deal },
    receivable: { amount, due_at: given.due_at ?? "2026-11-25", ...(given.status && { status: given.status }) },
  });
}

async function compare(rows: Parameters<typeof sendSheet>[2], more: object = {}) {
  const { id: media_id } = await send(rows);
  const { mapping, header_row } = (await asPayer(developerCompare.columns, { body: { developer, media_id } })).data;
  const body = { ...november, media_id, mapping, header_row, ...more };
  return asPayer.unchecked(developerCompare.create, { body });
}

test("a sheet as csv is read as one of Excel is", async () => {
  await sell("1203", "1710000.00");
  // 房号,佣金金额 in GB18030, as Excel of China writes it.
  const text = Buffer.concat([
    Buffer.from("b7bfbac52cd3b6bdf0bdf0b6ee0d0a", "hex"),
    Buffer.from('A1203,"1,710,000"\r\n'),
  ]);
  const key = "statement/sheet-csv";
  await api.services.storage.write(key, new Blob([new Uint8Array(text)]).stream(), 1000);
  const sent = { uploader: payer.id, scene: "statement", key, name: "对账.csv", kind: "doc", mime: "text/csv" };
  const { id: media_id } = await make.media({ ...sent, size: text.length });
  const { mapping, header_row } = (await asPayer(developerCompare.columns, { body: { developer, media_id } })).data;
  const made = await asPayer(developerCompare.create, { body: { ...november, media_id, mapping, header_row } });
  const { rows } = (await asPayer(developerCompare.get, { params: { id: made.data.id } })).data;
  expect(rows).toMatchObject([{ result: "match" }]);
});

test("a sheet in whatever order is understood, confirmed, remembered, and compared line by line", async () => {
  await sell("1203", "1710000.00");
  await sell("1204", "1800000.00");
  await sell("1205", "1500000.00", { deal: { status: "cancelled", cancelled_at: "2026-11-18" }, status: "void" });
  await sell("1206", "1600000.00");
  await sell("1207", "1400000.00", { due_at: "2026-10-25" });
  await sell("1208", "1300000.00");
  const headings = ["佣 金 金 额(含税)", "签约时间", "No.", "室号", "购房客户", "扣款", "说明"];
  const rows = [
    ["2026年11月结佣明细"],
    headings,
    ["1,710,000", new Date("2026-11-05T00:00:00Z"), 1, "A-1203", "买方1203", null, ""],
    [1900000, "2026/11/6", 2, "A座1204室", "买方1204", null, "按合同"],
    [1500000, null, 3, "1205", "买方1205", null, ""],
    [1500000, "2026年11月5日", 4, "A 1206", "买方1206", 100000, "车位"],
    [1400000, null, 5, "A1207", "买方1207", null, ""],
    [900000, null, 6, "B座0909", "陌生客户", null, ""],
    [8910000, null, "合计", null, null, null, null],
  ];
  const { id: media_id } = await send(rows);
  const read = (await asPayer(developerCompare.columns, { body: { developer, media_id } })).data;
  expect(read).toMatchObject({
    ...{ header_row: 2, is_remembered: false, row_count: 7 },
    mapping: { amount: 0, signed_at: 1, unit: 3, customer: 4, deduction: 5, remark: 6 },
  });
  const body = { ...november, media_id, header_row: 2, mapping: read.mapping };
  const { id } = (await asPayer(developerCompare.create, { body })).data;
  const detail = (await asPayer(developerCompare.get, { params: { id } })).data;
  expect(detail.rows.map(({ row, unit, result, decision }) => [row, unit, result, decision])).toEqual([
    [3, "A座 1203", "match", "accepted"],
    [4, "A座 1204", "amount", "open"],
    [5, "A座 1205", "cancelled", "open"],
    [6, "A座 1206", "deduction", "open"],
    [7, "A座 1207", "date", "open"],
    [8, "B座0909", "ours_missing", "open"],
    [null, "A座 1208", "theirs_missing", "open"],
  ]);
  // Of several differences each is named; what is paid after a deduction is no other amount.
  expect(detail.rows[1]?.differences).toEqual([
    { kind: "amount", theirs: "1900000.00", ours: "1800000.00" },
    { kind: "date", theirs: "2026-11-06", ours: "2026-11-05" },
  ]);
  expect(detail.rows[3]?.differences).toEqual([{ kind: "deduction", theirs: "100000.00", ours: null }]);
  expect(detail.rows[4]?.differences).toEqual([{ kind: "date", theirs: "2026-11", ours: "2026-10" }]);
  expect(detail).toMatchObject({
    ...{ row_count: 7, difference_count: 6, open_count: 6, theirs_total: "8910000.00", is_partial: false },
    ours_total: signedSum(...detail.rows.flatMap(({ ours }) => ours?.amount ?? "0.00")),
    counts: { match: 1, amount: 1, cancelled: 1, deduction: 1, date: 1, ours_missing: 1, theirs_missing: 1, tax: 0 },
  });
  expect((await asPayer(developerCompare.list, { query: { keyword: "云汀" } })).data.list).toMatchObject([
    { id, row_count: 7, difference_count: 6, theirs_total: "8910000.00", ours_total: detail.ours_total },
  ]);

  // The next sheet of the developer says it with the same headings, in another order.
  const { id: next } = await send([
    ["室号", "佣 金 金 额(含税)", "说明"],
    ["A1203", 1, ""],
  ]);
  const known = (await asPayer(developerCompare.columns, { body: { developer, media_id: next } })).data;
  expect(known).toMatchObject({ mapping: { unit: 0, amount: 1, remark: 2 }, is_remembered: false });
  const { id: same } = await send([headings, [1, "2026-11-05", 1, "A1203", "买方", "", ""]]);
  const whole = (await asPayer(developerCompare.columns, { body: { developer, media_id: same } })).data;
  expect(whole).toMatchObject({ mapping: read.mapping, is_remembered: true });
});

test("each line is accepted or disputed, and may be thought over; the sheet leaves with both", async () => {
  await sell("1203", "1710000.00");
  const { id } = (await compare(sums({ A1203: "1720000" }))).data;
  const line = { id, n: "1" };
  const silent = await asPayer.unchecked(developerCompare.dispute, { params: line, body: { note: "" } });
  expect(silent).toMatchObject(refusedAt("note"));
  const disputed = (await asPayer(developerCompare.dispute, { params: line, body: { note: "多算一万" } })).data;
  expect(disputed).toMatchObject({
    open_count: 0,
    rows: [{ decision: "disputed", note: "多算一万", decided_by: { name: "钱财务" } }],
  });
  const accepted = (await asPayer(developerCompare.accept, { params: line, body: {} })).data;
  expect(accepted.rows).toMatchObject([{ decision: "accepted", note: null }]);
  for (const n of ["9", "x"])
    expect(await asPayer(developerCompare.accept, { params: { id, n }, body: {} })).toMatchObject({ code: 40400 });
  const cells = JSON.stringify(await cellsOf(await asPayer.file(developerCompare.export, { params: { id } })));
  for (const text of ["1720000.00", "1710000.00", "金额不符", "已接受"]) expect(cells).toContain(text);
});

test("what cannot be read is said with its row; one month is compared once, or anew where that is wanted", async () => {
  await sell("1203", "1710000.00");
  const bad = await compare(sums({ A1203: "约一百万" }));
  expect(bad).toMatchObject(refusedAt("media_id", expect.stringContaining("第2行的佣金金额“约一百万”")));
  const cases: [more: object, field: string, amounts?: Record<string, number>][] = [
    [{}, "media_id", {}],
    [{ mapping: { unit: 0 } }, "mapping.amount"],
    [{ mapping: { unit: 0, amount: 0 } }, "mapping"],
    [{ header_row: 9 }, "header_row"],
  ];
  for (const [more, field, amounts = { A1203: 1 }] of cases)
    expect(fieldsOf(await compare(sums(amounts), more))).toEqual([field]);
  const { id: strange } = await send(sums({}), manager.id);
  const read = await asPayer(developerCompare.columns, { body: { developer, media_id: strange } });
  expect(read).toMatchObject(refusedAt("media_id"));
  const { id } = (await compare(sums({ A1203: 1 }))).data;
  expect(await compare(sums({ A1203: 2 }))).toMatchObject({ code: 40900 });
  const again = (await compare(sums({ A1203: 1710000 }), { replace: true })).data;
  expect(await asPayer(developerCompare.get, { params: { id } })).toMatchObject({ code: 40400 });
  const { rows } = (await asPayer(developerCompare.get, { params: { id: again.id } })).data;
  expect(rows).toMatchObject([{ result: "match" }]);
  expect((await asPayer(developerCompare.developers, { query: { keyword: "云汀" } })).data).toEqual([developer]);
});

test("whoever sees not all sees the lines of the deals in their scope alone, and decides about no other", async () => {
  await sell("1203", "1710000.00");
  await sell("1204", "1800000.00", { manager_id: other.id });
  const { id } = (await compare(sums({ A1203: 1, A1204: 2, B9: 3 }))).data;
  const seen = (await asManager(developerCompare.get, { params: { id } })).data;
  const own = { is_partial: true, row_count: 1, theirs_total: "1.00" };
  expect(seen).toMatchObject({ ...own, rows: [{ n: 1, unit: "A座 1203" }] });
  expect((await asOther(developerCompare.list)).data.list).toMatchObject([{ row_count: 1, theirs_total: "2.00" }]);
  expect((await asManager(developerCompare.accept, { params: { id, n: "1" }, body: {} })).code).toBe(200);
  for (const n of ["2", "3"])
    expect(await asManager(developerCompare.accept, { params: { id, n }, body: {} })).toMatchObject({ code: 40301 });
  expect(await countIn("developerCompareRow", { decision: "accepted" })).toBe(1);
  const { id: media_id } = await send(sums({ A1203: 1 }), manager.id);
  const body = { ...november, media_id, header_row: 1, mapping: { unit: 0, amount: 1 }, replace: true };
  expect(await asManager(developerCompare.create, { body })).toMatchObject({ code: 40301 });
  // Nobody has anything of another developer's month.
  await updateIn("billing", {}, { due_at: "2025-01-01" });
  const mine = (await asManager(developerCompare.create, { body: { ...body, period: "2026-12" } })).data;
  const { data } = await asManager(developerCompare.get, { params: { id: mine.id } });
  expect(data.rows).toMatchObject([{ result: "ours_missing" }]);
  expect(await asOther(developerCompare.get, { params: { id: mine.id } })).toMatchObject({ code: 40301 });
});

test("amounts, days and flats are read as people write them", () => {
  const written = { "1,234.5": "1234.50", "(300)": "-300.00", "12万": "120000.00", "¥5,000": "5000.00" };
  for (const [text, amount] of Object.entries({ ...written, "－20": "-20.00", "1.005": "1.01" }))
    expect([text, amountIn(text, 2)]).toEqual([text, amount]);
  expect([amountIn("12345.5", 0), amountIn("约3万", 2), amountIn("(3", 2)]).toEqual(["12346.00", undefined, undefined]);
  expect(["2026/1/5", "2026年01月05日", "2026.1.5 10:00", "20260105", "2026-02-30"].map(dayIn)).toEqual([
    ...Array<string>(4).fill("2026-01-05"),
    undefined,
  ]);
  expect(new Set([unitKey("A座", "1203"), unitKey("", "A-1203室"), unitKey("ａ栋", " 1203 号")])).toEqual(
    new Set(["a1203"]),
  );
  // The more exact word goes first: a tax of the commission is no commission.
  expect(recognised(["佣金税额", "应付佣金", "房号"])).toEqual({ tax: 0, amount: 1, unit: 2 });
});

test("cells that are errors, dates in the place of texts, and ambiguous numbers and days are told with their row", async () => {
  const refused = await compare([
    ["房号", "佣金", "签约日期", "备注"],
    [new Date("2026-03-01"), 5, null, null],
    ["A1", { error: "#N/A" }, null, null],
    ["A2", "1.234,56", null, null],
    ["A3", 5, "10/8/2026", new Date("2026-03-01")],
    ["合计", { error: "#REF!" }, null, null],
  ]);
  expect(refused).toMatchObject({ code: 42200 });
  const [wrong] = (refused.data as unknown as { errors: { message: string }[] }).errors;
  for (const words of [
    "第2行的房号：单元格是日期，请设为文本",
    "第3行的佣金金额：单元格公式出错（#N/A）",
    "第4行的佣金金额“1.234,56”",
    "等4处",
  ])
    expect(wrong?.message).toContain(words);
});

test("whatever comes, each line of theirs and each of ours stands once", () => {
  const units = fc.constantFrom("101", "102", "103", "A101", "");
  const amounts = fc.integer({ min: 1, max: 9 }).map((n) => `${n}.00`);
  const theirs = fc.array(fc.tuple(units, amounts), { maxLength: 8 });
  const ours = fc.array(fc.tuple(fc.constantFrom("101", "102", "104"), amounts, fc.boolean()), { maxLength: 6 });
  fc.assert(
    fc.property(theirs, ours, (lines, deals) => {
      const given = lines.map(
        ([unit, amount], index): TheirLine => ({
          ...{ row: index + 2, estate: "", building: "", unit, customer: "", amount, tax: null, price: null },
          ...{ deduction: null, signed_at: null, remark: null },
        }),
      );
      const own = deals.map(
        ([unit, amount, is_cancelled], index): OurLine => ({
          ...{
            deal_id: index + 1,
            estate: "湾岸塔",
            building: "",
            unit,
            customer: "",
            amount,
            tax: "0.00",
            price: "1.00",
          },
          ...{ signed_at: null, months: ["2026-11"], is_cancelled },
        }),
      );
      const judged = judgeLines(given, own, "2026-11");
      expect(judged.flatMap(({ row }) => row ?? []).sort()).toEqual(given.map(({ row }) => row).sort());
      const named = judged.flatMap(({ deal_id }) => deal_id ?? []);
      expect(new Set(named).size).toBe(named.length);
      for (const { deal_id, is_cancelled } of own) if (!is_cancelled) expect(named).toContain(deal_id);
      const sum = (list: readonly { amount: string }[]) => signedSum("0.00", ...list.map(({ amount }) => amount));
      expect(sum(judged.flatMap(({ theirs: side }) => (side ? [{ amount: side.amount ?? "0" }] : [])))).toBe(
        sum(given),
      );
    }),
  );
});

whoMay(api, developerCompare, { all: "SA CM FI" });
