import { formatNumber, ratio } from "~/contract/decimal";
import { currencyName, formatArea, formatBudget, formatExact, formatPercent } from "~/contract/format";
import { placesOf } from "~/contract/house/property-tax";
import type { UnitQuote } from "~/contract/house/quote";
import type { ShareLanguage } from "~/contract/share/share-kinds";
import type { Station } from "~/contract/shared/property";
import { shareWords } from "./words";

/** How numbers, amounts and days are written for the reader of a share. */
export function writerIn(language: ShareLanguage) {
  const words = shareWords(language);
  /** To the last digit. */
  const exact = (amount: string, currency: string) =>
    language === "zh" ? formatExact(amount, currency) : named(formatNumber(amount), currency, language);
  const range = (min: string | null, max: string | null, currency: string) => {
    if (language === "zh") return formatBudget(min, max, currency);
    const [from, to] = [min ?? max, max ?? min];
    if (from === null || to === null) return "";
    return Number(from) === Number(to)
      ? exact(to, currency)
      : named(`${formatNumber(from)}–${formatNumber(to)}`, currency, language);
  };
  const day = (date: string) => {
    const [year = "", month = "", one = ""] = date.slice(0, 10).split("-").map(plain);
    return words.day(year, month, one);
  };
  return {
    exact,
    range,
    day,
    month(text: string) {
      const [year = "", month = ""] = text.split("-").map(plain);
      return words.month(year, month);
    },
    percent: (value: number | null) => (value === null ? "" : formatPercent(value)),
    area: formatArea,
    station({ line, station, walk_min, bus_min }: Station) {
      const way = [walk_min === null ? "" : words.walk(walk_min), bus_min === null ? "" : words.bus(bus_min)];
      return [line, station, ...way].filter(Boolean).join(" ");
    },
    /** What one unit of a currency is worth, or where that is little a hundred or ten thousand. */
    rate(currency: string, { rate, currency: to, at }: Other) {
      const many = Number(rate) < 0.01 ? "10000" : Number(rate) < 1 ? "100" : "1";
      return words.rate(exact(many, currency), exact(ratio([rate, many], ["1"], 4), to), day(at));
    },
  };
}
export type Writer = ReturnType<typeof writerIn>;

type Other = NonNullable<UnitQuote["other"]>;

/** An amount at a rate, to what the other currency counts in. */
export const converted = (amount: string, { rate, currency }: Other): string =>
  ratio([amount, rate], ["1"], placesOf(currency));

const plain = (part: string) => part.replace(/^0(?=\d)/, "");

/** Chinese names among ourselves; yen and yuan as the Japanese say; else the code, which no reader takes for another currency. */
function named(number: string, currency: string, language: ShareLanguage): string {
  if (language === "zh") return `${number}${currencyName(currency)}`;
  const own = language === "ja" ? { JPY: "円", CNY: "元" }[currency] : undefined;
  return own ? `${number}${own}` : `${currency} ${number}`;
}
