import type { InquiryExt } from "./inquiry-kinds";

/** The conditions of 经营管理签证, as they have stood since 2025-10-16 (domain F.2), in the order of the list. */
export const visaChecks = {
  capital: "资本金达到下限",
  staff: "1名以上常勤员工",
  experience: "3年以上经营管理经验或相关硕士以上学历",
  japanese: "申请人或员工日语N2以上",
  plan: "事业计划经专家确认",
  office: "有实体办公室（非自宅、非虚拟）",
} as const;
export type VisaCheckKey = keyof typeof visaChecks;

export const visaCheckStates = { met: "达标", unmet: "未达标", unknown: "待确认" } as const;
export type VisaCheckState = keyof typeof visaCheckStates;

export const visaDisclaimer = "仅供参考，以行政书士意见为准";

export const visaTotal = Object.keys(visaChecks).length;

export interface VisaRules {
  capital_min: number;
}
export const visaRulesOf = (settings: { readonly "visa.capital_min": number }): VisaRules => ({
  capital_min: settings["visa.capital_min"],
});

const passing = new Set<unknown>(["N2", "N1"]);

/** The state of each condition, from what is known of an applicant: a question not asked yet is neither met nor failed. */
export function visaStates(ext: InquiryExt, { capital_min }: VisaRules): Record<VisaCheckKey, VisaCheckState> {
  const { capital_jpy, has_3y_experience, has_master, has_fulltime_staff, plan_confirmed, office_ready } = ext;
  const own = levelState(ext.japanese_level);
  const staff = levelState(has_fulltime_staff === false ? "none" : ext.staff_japanese_level);
  return {
    capital: typeof capital_jpy === "number" ? stateOf(capital_jpy >= capital_min) : "unknown",
    staff: answer(has_fulltime_staff),
    experience: either(answer(has_3y_experience), answer(has_master)),
    japanese: either(own, staff),
    plan: answer(plan_confirmed),
    office: answer(office_ready),
  };
}

/** How many conditions are met: what the list shows, and is filtered and sorted by. */
export const visaMet = (ext: InquiryExt, rules: VisaRules): number =>
  Object.values(visaStates(ext, rules)).filter((state) => state === "met").length;

const stateOf = (isMet: boolean): VisaCheckState => (isMet ? "met" : "unmet");
const answer = (value: unknown): VisaCheckState => (typeof value === "boolean" ? stateOf(value) : "unknown");
const levelState = (level: unknown) => (typeof level === "string" ? stateOf(passing.has(level)) : "unknown");

/** One of two is enough; both must be known before it is missed. */
function either(one: VisaCheckState, other: VisaCheckState): VisaCheckState {
  if (one === "met" || other === "met") return "met";
  return one === "unmet" && other === "unmet" ? "unmet" : "unknown";
}
