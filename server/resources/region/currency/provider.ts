import { and, asc, eq } from "drizzle-orm";
import { SaxesParser } from "saxes";
import { z } from "zod";
import { compareDecimals, ratio, shortDecimal } from "~/contract/decimal";
import { type RefreshReport, rateJump } from "~/contract/region/currency";
import { baseCurrency } from "~/contract/region/rate";
import { currency } from "~/server/database/tables/region/geography";
import { audit } from "~/server/lib/audit";
import { type Origin, rowsOf } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { getOutward, NotReached } from "~/server/lib/safe-fetch";
import type { Services } from "~/server/lib/services";
import { keepRate } from "./write";

/** Rates as a source quotes them: what one unit of its base is worth in others, as decimal texts. */
interface Quotation {
  rates: ReadonlyMap<string, string>;
  /** `YYYY-MM-DD`, where the source says it. */
  day: string | null;
}

/** Why a source gave nothing that could be used, in words for the user who asked. */
export class NoQuotation extends Error {}

const centralBank = "https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml";
/** Longer than any holiday of a bank: a source without news is no source. */
const freshDays = 10;

/** What the source of the setting quotes at this moment: `ecb`, or an address that answers `{base, rates}`. Throws `NoQuotation`. */
async function quotationOf(services: Services, provider: string): Promise<Quotation> {
  const isBank = provider === "ecb";
  const address = isBank ? centralBank : provider.replaceAll("{base}", baseCurrency);
  const { status, text } = await getOutward(services, address, {
    accept: isBank ? "text/xml" : "application/json",
  }).catch((error: unknown) => {
    throw error instanceof NotReached ? new NoQuotation(`无法访问（${error.message}）`) : error;
  });
  if (status !== 200) throw new NoQuotation(`应答状态为${status}`);
  const quotation = isBank ? fromBank(text) : fromJson(text);
  if (!quotation.rates.has(baseCurrency)) throw new NoQuotation("没有人民币的汇率");
  const oldest = services.now().getTime() - freshDays * 86_400_000;
  if (quotation.day && Date.parse(`${quotation.day}T00:00:00+08:00`) < oldest)
    throw new NoQuotation(`数据停留在${quotation.day}`);
  return quotation;
}

/** What a currency is worth in CNY by a quotation; undefined where it is not quoted, or worth less than eight decimals tell. */
function rateIn({ rates }: Quotation, code: string): string | undefined {
  const [yuan, own] = [rates.get(baseCurrency), rates.get(code)];
  if (!yuan || !own) return undefined;
  const rate = ratio([yuan], [own], 8);
  return /[1-9]/.test(rate) && /^\d{1,12}\./.test(rate) ? rate : undefined;
}

function fromBank(text: string): Quotation {
  const rates = new Map([["EUR", "1"]]);
  let day: string | null = null;
  const parser = new SaxesParser();
  parser.on("error", () => {
    throw new NoQuotation("应答内容无法识别");
  });
  parser.on("opentag", ({ name, attributes: { time, currency, rate } }) => {
    if (name !== "Cube") return;
    if (time) day = dayIn(time);
    const value = rate && decimalIn(rate);
    if (currency && value) rates.set(currency, value);
  });
  parser.write(text).close();
  return { rates, day };
}

const Answer = z.object({
  base: z.string().optional(),
  base_code: z.string().optional(),
  date: z.string().optional(),
  rates: z.record(z.string(), z.unknown()),
});

/** The form of the free sources: `{"base":"USD","date":"2026-11-20","rates":{"CNY":7.1,…}}`. */
function fromJson(text: string): Quotation {
  const parsed = Answer.safeParse(jsonIn(text));
  const base = parsed.data?.base ?? parsed.data?.base_code;
  if (!parsed.success || !base) throw new NoQuotation("应答内容无法识别");
  const { rates, date } = parsed.data;
  const quoted = Object.entries(rates).flatMap(([code, value]) => {
    const rate = decimalIn(value);
    return rate ? [[code.toUpperCase(), rate] as const] : [];
  });
  return { rates: new Map([...quoted, [base.toUpperCase(), "1"]]), day: dayIn(date) };
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const dayIn = (text: string | undefined): string | null => (text && z.iso.date().safeParse(text).data) || null;

/** A rate as a decimal text; a number's shortest spelling, which is the one that was sent, its exponent written out. Undefined where it is no rate. */
function decimalIn(value: unknown): string | undefined {
  const text = typeof value === "number" || typeof value === "string" ? String(value).trim() : "";
  const [, whole = "", fraction = "", exponent = "0"] =
    /^(\d{1,20})(?:\.(\d{1,30}))?(?:e([+-]?\d{1,2}))?$/i.exec(text) ?? [];
  if (!/[1-9]/.test(whole + fraction)) return undefined;
  const point = whole.length + Number(exponent);
  const digits = (whole + fraction).padStart(whole.length + fraction.length + Math.max(0, 1 - point), "0");
  const start = Math.max(1, point);
  return `${digits.slice(0, start).padEnd(start, "0")}.${digits.slice(start) || "0"}`;
}

interface Refresh {
  services: Services;
  /** The setting `currency.provider`, which is not empty. */
  provider: string;
  by: { user: Caller; origin: Origin } | { user: "system" };
}

/** Asks the source and sets its rates, in one transaction; what jumps is only reported. Throws `NoQuotation`. */
export async function refreshRates({ services, provider, by }: Refresh): Promise<RefreshReport> {
  const quotation = await quotationOf(services, provider);
  const report: RefreshReport = { quoted: quotation.day, updated: [], unchanged: [], skipped: [], missing: [] };
  await services.db.transaction(async (db) => {
    const rows = await rowsOf(db, currency, and(eq(currency.rate_source, "auto"), eq(currency.is_base, false)), {
      order: asc(currency.id),
      lock: "update",
    });
    for (const row of rows) {
      const { id, version, code, name_zh, rate_to_cny: before } = row;
      const after = rateIn(quotation, code);
      if (!after) {
        report.missing.push(code);
        continue;
      }
      const { isLarge, percent } = rateJump(before, after);
      if (compareDecimals(before, after) === 0) report.unchanged.push(code);
      else if (isLarge) report.skipped.push({ id, version, code, name_zh, before, after, percent });
      else {
        await keepRate(db, row, { rate: after, source: "auto", by: null, now: services.now() });
        report.updated.push({ code, before, after });
      }
    }
    if (report.updated.length)
      await audit(
        { ...by, db, services },
        {
          module: "regionalManage",
          action: "update",
          summary: `自动更新汇率：${report.updated.length}种`,
          changes: report.updated.map(({ code, before, after }) => ({
            field: code,
            label: code,
            before: shortDecimal(before),
            after: shortDecimal(after),
          })),
        },
      );
  });
  return report;
}
