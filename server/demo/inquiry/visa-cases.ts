import { annexCategories } from "~/contract/customer/requirement";
import { type CaseStage, caseStages, type InquiryExt, visaStored } from "~/contract/inquiry/inquiry-kinds";
import { caseWay, isClosedCase } from "~/contract/inquiry/visa-case";
import { isoInstant } from "~/server/database/tables/columns";
import type { requirementAnnex } from "~/server/database/tables/customer/customer";
import type { inquiryLog } from "~/server/database/tables/inquiry/inquiry";
import type { Drawn } from "../drawings/gallery";
import { type Calendar, day, minute } from "../shared/calendar";
import { drawer, fileOf, type MadeFile } from "../shared/files";
import type { Random } from "../shared/random";
import { stamps } from "../shared/rows";

type Log = typeof inquiryLog.$inferInsert;
type Annex = typeof requirementAnnex.$inferInsert;

/** How far those are whose person is a customer, or is talked with. */
const converted = {
  ...{ consulting: 8, evaluating: 12, engaged: 13, preparing: 16, submitted: 13, coe_issued: 8 },
  ...{ visa_issued: 16, refused: 7, withdrawn: 7 },
} as const satisfies Partial<Record<CaseStage, number>>;
const talkedWith = { consulting: 50, evaluating: 34, engaged: 16 } as const;

const scriveners = ["山田行政书士", "佐藤行政书士", "中村法务事务所", "高桥行政书士"] as const;
const stepNotes: Partial<Record<CaseStage, string>> = {
  evaluating: "电话核对了资本金与学历",
  engaged: "委托书已签，首期费用已付",
  preparing: "事业计划书起草中",
  submitted: "已递交，受理号已登记",
  coe_issued: "认定证明原件已寄出",
  visa_issued: "在留卡已领取",
  refused: "资本金来源说明不充分",
  withdrawn: "客户暂缓来日计划",
};
const checkNotes: Readonly<Record<string, string>> = {
  capital: "已在日本账户",
  plan: "税理士审阅中",
  office: "本月签约",
};

interface Told {
  random: Random;
  calendar: Calendar;
  id: number;
  status: string;
  /** From when the case may move; null where nobody answered. */
  since: number | null;
  by: number | null;
  /** Nothing may be under way: the customer wants their account removed. */
  isOver: boolean;
}

/** How a visa's case has gone: what its `ext` keeps, and the lines of its log. */
export function tellCase({ random, calendar, id, status, since, by, isOver }: Told): { ext: InquiryExt; logs: Log[] } {
  const chosen = stageOf(random, status);
  const stage = isOver && !isClosedCase(chosen) ? "withdrawn" : chosen;
  const way = since === null ? [] : wayTo(random, stage);
  const gap = since === null ? 0 : Math.min((calendar.now - since) / (way.length + 1), 24 * day);
  let was: CaseStage = "consulting";
  const logs: Log[] = [];
  const steps = way.map((one, index) => {
    const moment = (since ?? 0) + Math.max(minute, gap * (index + 1));
    const at = isoInstant(Math.min(moment, calendar.now - minute));
    const isTold = one === "refused" || one === "withdrawn" || random.chance(0.7);
    const said = (isTold && stepNotes[one]) || null;
    const reason = [`${caseStages[was]} → ${caseStages[one]}（${at.slice(0, 10)}）`, said].filter(Boolean).join("：");
    logs.push({ inquiry_id: id, action: "case", by, at, reason });
    was = one;
    return { stage: one, at: at.slice(0, 10), note: said, by };
  });
  const isEngaged = way.includes("engaged");
  const noted = random.chance(0.4) ? random.pick(Object.keys(checkNotes)) : undefined;
  return {
    ext: {
      case_stage: way.at(-1) ?? "consulting",
      steps,
      notes: noted ? { [noted]: checkNotes[noted] ?? "" } : {},
      plan_confirmed: isEngaged ? random.chance(0.8) : null,
      staff_japanese_level: isEngaged && random.chance(0.5) ? random.pick(["N3", "N2", "N1"]) : null,
      scrivener: isEngaged ? random.pick(scriveners) : null,
      fee_jpy: isEngaged ? random.whole(25, 60) * 10_000 : null,
    },
    logs,
  };
}

function stageOf(random: Random, status: string): CaseStage {
  if (status === "converted") return random.weighted(converted);
  return status === "processing" ? random.weighted(talkedWith) : "consulting";
}

/** The stages that a case has come to, its present one at the end. */
function wayTo(random: Random, stage: CaseStage): CaseStage[] {
  const [, ...way] = caseWay;
  if (stage === "consulting") return [];
  const place = way.indexOf(stage as (typeof way)[number]);
  if (place >= 0) return way.slice(0, place + 1);
  // Only submitted cases are refused; a customer may give up at any step.
  const left = stage === "refused" ? way.indexOf("submitted") + 1 : random.whole(0, 3);
  return [...way.slice(0, left), stage];
}

const withPapers: readonly unknown[] = ["preparing", "submitted", "coe_issued", "visa_issued", "refused"];
/** From when the papers of a case come in: its engagement; undefined of one that has not come so far. */
export function papersSince(ext: InquiryExt = {}): number | undefined {
  const { steps, case_stage } = visaStored.parse(ext);
  const engaged = steps.find(({ stage }) => stage === "engaged");
  return engaged && withPapers.includes(case_stage) ? Date.parse(`${engaged.at}T10:00:00+08:00`) : undefined;
}

interface Case {
  id: number;
  by: number;
  since: number;
}
const papers = [
  ["passport", "PASSPORT", "护照首页"],
  ["asset", "ASSETS", "资本金来源证明"],
  ["income", "INCOME", "收入证明"],
  ["other", "PLAN", "事业计划书"],
  ["visa", "VISA", "在留资格认定申请书"],
] as const;

/** The papers of cases that are prepared or further, files of their own. */
export function makeCasePapers(
  random: Random,
  calendar: Calendar,
  pages: readonly Drawn[],
  cases: readonly Case[],
  firstFile: number,
): { files: MadeFile[]; annexes: Annex[] } {
  const drawn = drawer();
  const files: MadeFile[] = [];
  const annexes: Annex[] = [];
  for (const { id, by, since } of cases)
    for (const [category, word, name] of papers.slice(0, random.whole(2, papers.length))) {
      const at = Math.min(since + random.whole(0, 8) * day + random.whole(0, 500) * minute, calendar.now - 3 * minute);
      const isPdf = category !== "passport";
      const image = isPdf ? drawn(word, random.whole(1, 8)) : random.pick(pages);
      const file = `${annexCategories[category].replace("/", "或")}.${isPdf ? "pdf" : "webp"}`;
      const made = fileOf(random, firstFile + files.length, { scene: "annex", name: file, by, at, drawn: image });
      files.push(made);
      const isVerified = random.chance(0.6);
      const moment = isoInstant(at);
      annexes.push({
        ...{ requirement_id: null, inquiry_id: id, media_id: made.row.id ?? 0, category, name, remark: null },
        ...{ verified: isVerified ? "verified" : "unverified", verify_note: null },
        ...{ verified_by: isVerified ? by : null, verified_at: isVerified ? moment : null, expire_at: null },
        ...stamps(at, by),
      });
    }
  return { files, annexes };
}
