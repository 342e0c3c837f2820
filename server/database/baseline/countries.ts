import { countries as facts } from "countries-list";
import names from "i18n-iso-countries";
import { flagOf } from "./flag";

/** Where business is done, in the order of the lists (domain G.1). */
export const openCountries: readonly string[] = ["JP", "TH", "AE", "MY", "SG", "GB", "AU", "US", "GR", "PT"];

/** Names that differ from the package's: the naming rule for HK, MO and TW, and names in common use. */
const chineseNames: Readonly<Record<string, string>> = {
  AE: "阿联酋",
  HK: "中国香港",
  MO: "中国澳门",
  TW: "中国台湾",
  AX: "奥兰群岛",
  CF: "中非共和国",
  EH: "西撒哈拉",
  FK: "马尔维纳斯群岛（福克兰群岛）",
  ID: "印度尼西亚",
};
const englishNames: Readonly<Record<string, string>> = {
  HK: "Hong Kong, China",
  MO: "Macao, China",
  TW: "Taiwan, China",
  CN: "China",
};
const localNames: Readonly<Record<string, string>> = { HK: "香港", MO: "澳門", TW: "臺灣" };

const levelNames: Readonly<Record<string, readonly string[]>> = {
  JP: ["都道府县", "市区町村", "片区"],
  CN: ["省", "市", "区县"],
  TH: ["府", "县/区", "片区"],
  AE: ["酋长国", "区域", "片区"],
  GR: ["大区", "城市", "片区"],
  MY: ["州", "城市", "片区"],
  GB: ["地区", "城市", "片区"],
  AU: ["州", "城市", "片区"],
  US: ["州", "城市", "片区"],
  SG: ["大区", "规划区", "片区"],
  PT: ["大区", "城市", "片区"],
};

/** Of a country with several time zones, the one where most of our customers are. */
const timezones: Readonly<Record<string, string>> = {
  AE: "Asia/Dubai",
  AT: "Europe/Vienna",
  AU: "Australia/Sydney",
  BE: "Europe/Brussels",
  BR: "America/Sao_Paulo",
  CA: "America/Toronto",
  CH: "Europe/Zurich",
  CN: "Asia/Shanghai",
  CY: "Asia/Nicosia",
  CZ: "Europe/Prague",
  DE: "Europe/Berlin",
  DK: "Europe/Copenhagen",
  EG: "Africa/Cairo",
  ES: "Europe/Madrid",
  FI: "Europe/Helsinki",
  FR: "Europe/Paris",
  GB: "Europe/London",
  GR: "Europe/Athens",
  HK: "Asia/Hong_Kong",
  HU: "Europe/Budapest",
  ID: "Asia/Jakarta",
  IE: "Europe/Dublin",
  IN: "Asia/Kolkata",
  IT: "Europe/Rome",
  JP: "Asia/Tokyo",
  KH: "Asia/Phnom_Penh",
  KR: "Asia/Seoul",
  LA: "Asia/Vientiane",
  MM: "Asia/Yangon",
  MN: "Asia/Ulaanbaatar",
  MO: "Asia/Macau",
  MT: "Europe/Malta",
  MV: "Indian/Maldives",
  MX: "America/Mexico_City",
  MY: "Asia/Kuala_Lumpur",
  NL: "Europe/Amsterdam",
  NO: "Europe/Oslo",
  NZ: "Pacific/Auckland",
  PH: "Asia/Manila",
  PL: "Europe/Warsaw",
  PT: "Europe/Lisbon",
  QA: "Asia/Qatar",
  RU: "Europe/Moscow",
  SA: "Asia/Riyadh",
  SE: "Europe/Stockholm",
  SG: "Asia/Singapore",
  TH: "Asia/Bangkok",
  TR: "Europe/Istanbul",
  TW: "Asia/Taipei",
  US: "America/Los_Angeles",
  VN: "Asia/Ho_Chi_Minh",
  ZA: "Africa/Johannesburg",
};

/** Customers' residences that head the list after the open countries. */
const nearby: readonly string[] = ["CN", "HK", "MO", "TW"];
const hot: readonly string[] = ["JP", "TH", "AE", "MY"];

/** All countries and regions of ISO 3166-1. */
export function countryRows() {
  const known = new Map(Object.entries(facts));
  const chinese = names.getNames("zh");
  const order = [...openCountries, ...nearby];
  return Object.entries(names.getAlpha2Codes())
    .filter(([code]) => code !== "XK") // user-assigned, not of ISO 3166-1
    .map(([code, code3]) => {
      const fact = known.get(code);
      const position = order.indexOf(code);
      return {
        code,
        code3,
        numeric: names.alpha2ToNumeric(code) ?? null,
        name_zh: chineseNames[code] ?? chinese[code] ?? code,
        name_en: englishNames[code] ?? names.getName(code, "en") ?? code,
        name_local: localNames[code] ?? fact?.native ?? null,
        phone_cc: fact ? callingCodeOf(code, fact.phone[0]) : null,
        flag: fact ? flagOf(code) : null,
        currency_code: fact?.currency.find((name) => !fundCurrencies.has(name)) ?? null,
        default_lang: fact?.languages[0] ?? null,
        timezone: timezones[code] ?? null,
        continent: fact?.continent ?? null,
        level_names: [...(levelNames[code] ?? [])],
        is_open: openCountries.includes(code),
        is_hot: hot.includes(code),
        sort: position < 0 ? 100 : position + 1,
      };
    });
}

/** Codes that the package gives with the first digits of their numbers, or that nobody dials. */
const callingCodes: Readonly<Record<string, string>> = { BQ: "599", CW: "599", SJ: "47", VA: "39" };

/** Of what North America shares, the code is 1: the rest is the number's. */
const callingCodeOf = (code: string, given: number | undefined): string | null =>
  callingCodes[code] ?? (given === undefined ? null : String(given).replace(/^1\d{3}$/, "1"));

/** ISO 4217 codes of funds and units of account, which nobody pays with. */
const fundCurrencies: ReadonlySet<string> = new Set([
  "BOV",
  "CHE",
  "CHW",
  "CLF",
  "COU",
  "MXV",
  "USN",
  "USS",
  "UYI",
  "UYW",
]);
