import { currencyName, formatExact, formatPercent } from "~/contract/format";
import { type CalculatorDefaults, calculate } from "~/contract/resource/calculator";
import { investmentCategories, trends } from "~/contract/resource/investment";
import { investment } from "~/server/database/tables/resource/resource";
import { cardHtml, escapeHtml } from "~/server/lib/rich-text/display";
import { stateText } from "~/server/resources/content/kind";
import { coverHtml, lineHtml, type PageOf, textHtml } from "~/server/resources/content/page";
import { draftedItem } from "~/server/resources/content/write";
import { readInvestment } from "../investment";

const arrows = { up: "↑", down: "↓", flat: "→" } as const;

/** A piece of the investment column as a page of its own. Its calculator works without a script: what is typed comes back with the address. */
export const investmentPage: PageOf = async ({ db, services, base, search }, { id, isDraft }) => {
  const row = await draftedItem(db, { kind: "investment", table: investment }, { id, isDraft });
  const read = await readInvestment({ db, services }, row, { base, isPreview: true });
  const line = [
    read.category && investmentCategories[read.category],
    read.district?.name,
    row.publish_at?.slice(0, 10),
  ];
  const body = [
    `<h1>${escapeHtml(read.title)}</h1>`,
    lineHtml(line),
    coverHtml(read.cover),
    textHtml("summary", read.summary),
    read.metrics.length ? `<ul class="metrics">${read.metrics.map(metricHtml).join("")}</ul>` : "",
    `<div class="text">${read.content}</div>`,
    calculatorHtml(read.calculator_defaults, search),
    read.estates.length ? `<h2>相关楼盘</h2><div class="cards">${read.estates.map(cardHtml).join("")}</div>` : "",
  ].join("\n");
  return { title: read.seo.title, lang: row.lang, status: stateText(row, isDraft, services.now()), body };
};
const metricHtml = ({
  name,
  value,
  unit,
  trend,
}: {
  name: string;
  value: string;
  unit: string | null;
  trend: keyof typeof trends;
}) =>
  `<li><span>${escapeHtml(name)}</span><strong>${escapeHtml(value)}${escapeHtml(unit ?? "")}</strong><span title="${trends[trend]}">${arrows[trend]} ${trends[trend]}</span></li>`;
export const inputs = [
  { name: "price", label: "总价" },
  { name: "rent", label: "月租金" },
  { name: "cost_rate", label: "购房成本率(%)" },
  { name: "loan_ratio", label: "贷款比例(%)" },
  { name: "loan_rate", label: "贷款年利率(%)" },
  { name: "years", label: "贷款年限(年)" },
] as const;
export type InputName = (typeof inputs)[number]["name"];
/** A number as somebody has typed it into the page; null for what is none. */
function typed(search: URLSearchParams, name: InputName, own: string | number | null): string | null {
  const text = search.has(name) ? (search.get(name) ?? "").trim().replaceAll(",", "") : own === null ? "" : String(own);
  return /^\d{1,15}(\.\d{1,2})?$/.test(text) ? text : null;
}

function calculatorHtml(defaults: CalculatorDefaults, search: URLSearchParams): string {
  const of = (name: InputName) => typed(search, name, defaults[name]);
  const rate = (name: InputName) => {
    const text = of(name);
    return text !== null && Number(text) <= 100 ? Number(text) : null;
  };
  const { currency } = defaults;
  const result = calculate({
    ...{ currency, price: of("price"), rent: of("rent") },
    ...{ cost_rate: rate("cost_rate"), loan_ratio: rate("loan_ratio"), loan_rate: rate("loan_rate") },
    years: rate("years") && Math.min(50, Math.round(rate("years") ?? 0)),
  });
  const money = (amount: string | null) => (amount === null ? "--" : formatExact(amount, currency));
  const lines = result
    ? [
        ["购房成本", money(result.costs)],
        ["贷款金额", money(result.loan)],
        ["自备资金", money(result.own)],
        ["月供", money(result.instalment)],
        ["利息合计", money(result.interest)],
        ["毛收益率", result.gross_yield === null ? "--" : formatPercent(result.gross_yield)],
        ["月结余", money(result.monthly_left)],
      ]
    : [];
  const fields = inputs
    .map(
      ({ name, label }) =>
        `<label>${label}<input name="${name}" inputmode="decimal" value="${escapeHtml(search.has(name) ? (search.get(name) ?? "") : String(defaults[name] ?? ""))}" maxlength="20" /></label>`,
    )
    .join("");
  const answer = result
    ? `<dl>${lines.map(([label, value]) => `<div><dt>${label}</dt><dd>${escapeHtml(value ?? "")}</dd></div>`).join("")}</dl>`
    : "<p>填写总价后测算</p>";
  return `<h2 id="calculator">收益测算${currency ? `（${escapeHtml(currencyName(currency))}）` : ""}</h2>
<form class="calculator" method="get" action="#calculator">${fields}<button>测算</button></form>
<div class="answer">${answer}</div>`;
}
