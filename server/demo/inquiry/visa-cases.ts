import { annexCategories } from "~/contract/customer/requirement";
import { type CaseStage, caseStages, type InquiryExt, visaStored } from "~/contract/inquiry/inquiry-kinds";
import { casePath, isClosedCase } from "~/contract/inquiry/visa-case";
import { isoInstant } from "~/server/database/tables/columns";
import type { requirementAnnex } from "~/server/database/tables/customer/customer";
import type { inquiry, inquiryLog } from "~/server/database/tables/inquiry/inquiry";
import type { Drawn } from "../drawings/gallery";
import { type Base, by as weighed } from "../drawn-rows";
import { type Calendar, day, minute } from "../shared/calendar";
import { drawer, fileOf } from "../shared/files";
import type { Random } from "../shared/random";
import { stamps } from "../shared/rows";

type Log = typeof inquiryLog.$inferInsert;
type Annex = typeof requirementAnnex.$inferInsert;

/** How far those are whose person is a customer, or is talked with. */
const stagesOf: Readonly<Record<string, (random: Random) => CaseStage>> = {
  converted: weighed({
    ...{ consulting: 8, evaluating: 12, engaged: 13, preparing: 16, submitted: 13, coe_issued: 8 },
    ...{ visa_issued: 16, refused: 7, withdrawn: 7 },
  }),
  processing: weighed({ consulting: 50, evaluating: 34, engaged: 16 }),
};

const scriveners = ["山田行政书士", "佐藤行政书士", "中村法务事务所", "高桥行政书士"] as const;
const stepNotes: Partial<Record<CaseStage, string>> = {
  ...{ evaluating: "电话核对了资本金与学历", engaged: "委托书已签，首期费用已付", preparing: "事业计划书起草中" },
  ...{ submitted: "已递交，受理号已登记", coe_issued: "认定证明原件已寄出", visa_issued: "在留卡已领取" },
  ...{ refused: "资本金来源说明不充分", withdrawn: "客户暂缓来日计划" },
};
const checkNotes = [{ capital: "已在日本账户" }, { plan: "税理士审阅中" }, { office: "本月签约" }] as const;

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
  const chosen = stagesOf[status]?.(random) ?? "consulting";
  const way = since === null ? [] : wayTo(random, isOver && !isClosedCase(chosen) ? "withdrawn" : chosen);
  const gap = Math.min((calendar.now - (since ?? 0)) / (way.length + 1), 24 * day);
  const logs: Log[] = [];
  const steps = way.map((stage, index) => {
    const moment = (since ?? 0) + Math.max(minute, gap * (index + 1));
    const at = isoInstant(Math.min(moment, calendar.now - minute));
    const isTold = stage === "refused" || stage === "withdrawn" || random.chance(0.7);
    const note = (isTold && stepNotes[stage]) || null;
    const step = `${caseStages[way[index - 1] ?? "consulting"]} → ${caseStages[stage]}（${at.slice(0, 10)}）`;
    logs.push({ inquiry_id: id, action: "case", by, at, reason: note ? `${step}：${note}` : step });
    return { stage, at: at.slice(0, 10), note, by };
  });
  const isEngaged = way.includes("engaged");
  return {
    ext: {
      ...{ case_stage: way.at(-1) ?? "consulting", steps, notes: random.chance(0.4) ? random.pick(checkNotes) : {} },
      plan_confirmed: isEngaged ? random.chance(0.8) : null,
      staff_japanese_level: isEngaged && random.chance(0.5) ? random.pick(["N3", "N2", "N1"]) : null,
      scrivener: isEngaged ? random.pick(scriveners) : null,
      fee_jpy: isEngaged ? random.whole(25, 60) * 10_000 : null,
    },
    logs,
  };
}

/** The stages that a case has come to, its present one at the end. */
function wayTo(random: Random, stage: CaseStage): CaseStage[] {
  const way: readonly CaseStage[] = casePath.slice(1);
  if (stage === "consulting") return [];
  const place = way.indexOf(stage);
  if (place >= 0) return way.slice(0, place + 1);
  // Only submitted cases are refused; a customer may give up at any step.
  return [...way.slice(0, stage === "refused" ? way.indexOf("submitted") + 1 : random.whole(0, 3)), stage];
}

const withPapers: readonly unknown[] = ["preparing", "submitted", "coe_issued", "visa_issued", "refused"];
const papers = [
  ["passport", "PASSPORT", "护照首页"],
  ["asset", "ASSETS", "资本金来源证明"],
  ["income", "INCOME", "收入证明"],
  ["other", "PLAN", "事业计划书"],
  ["visa", "VISA", "在留资格认定申请书"],
] as const;

/** The papers of cases that are prepared or further, from their engagement on; files of their own. */
export function makeCasePapers(
  { random, calendar }: Base,
  pages: readonly Drawn[],
  inquiries: readonly (typeof inquiry.$inferInsert & { id: number })[],
  firstFile: number,
) {
  const drawn = drawer();
  const wanted = inquiries.flatMap(({ id, kind, ext, assignee_id: by, first_response_at: answered }) => {
    const { steps, case_stage } = visaStored.parse(kind === "visa" ? ext : {});
    const engaged = steps.find(({ stage }) => stage === "engaged");
    if (!engaged || !withPapers.includes(case_stage) || !by || !answered) return [];
    const since = Math.max(Date.parse(`${engaged.at}T10:00:00+08:00`), Date.parse(answered));
    return papers.slice(0, random.whole(2, papers.length)).map((paper) => ({ id, by, since, paper }));
  });
  const made = wanted.map(({ id, by, since, paper: [category, word, name] }, index) => {
    const at = Math.min(since + random.whole(0, 8) * day + random.whole(0, 500) * minute, calendar.now - 3 * minute);
    const isPdf = category !== "passport";
    const image = isPdf ? drawn(word, random.whole(1, 8)) : random.pick(pages);
    const title = `${annexCategories[category].replace("/", "或")}.${isPdf ? "pdf" : "webp"}`;
    const file = fileOf(random, firstFile + index, { scene: "annex", name: title, by, at, drawn: image });
    const isVerified = random.chance(0.6);
    const annex: Annex = {
      ...{ requirement_id: null, inquiry_id: id, media_id: file.row.id ?? 0, category, name, remark: null },
      ...{ verified: isVerified ? "verified" : "unverified", verify_note: null, expire_at: null },
      ...{ verified_by: isVerified ? by : null, verified_at: isVerified ? isoInstant(at) : null, ...stamps(at, by) },
    };
    return { file, annex };
  });
  return { files: made.map(({ file }) => file), annexes: made.map(({ annex }) => annex) };
}
