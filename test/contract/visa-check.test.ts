import { expect, test } from "vitest";
import { caseStages } from "~/contract/inquiry/inquiry-kinds";
import { nextStages } from "~/contract/inquiry/visa-case";
import { visaMet, visaStates } from "~/contract/inquiry/visa-check";

const rules = { capital_min: 30_000_000 };
const state = (key: keyof ReturnType<typeof visaStates>, ext: Parameters<typeof visaStates>[0]) =>
  visaStates(ext, rules)[key];

test("what nobody has asked is neither met nor failed", () => {
  expect(new Set(Object.values(visaStates({ nationality: "CN" }, rules)))).toEqual(new Set(["unknown"]));
  expect(visaMet({}, rules)).toBe(0);
});

test("each condition by its own facts", () => {
  expect(state("capital", { capital_jpy: 30_000_000 })).toBe("met");
  expect(state("capital", { capital_jpy: 29_999_999 })).toBe("unmet");
  expect(visaStates({ capital_jpy: 5_000_000 }, { capital_min: 5_000_000 }).capital).toBe("met");
  expect(state("staff", { has_fulltime_staff: false })).toBe("unmet");
  expect(state("plan", { plan_confirmed: true })).toBe("met");
  expect(state("office", { office_ready: false })).toBe("unmet");
});

test("one of two is enough, and both must be known to miss it", () => {
  expect(state("experience", { has_3y_experience: false, has_master: true })).toBe("met");
  expect(state("experience", { has_3y_experience: false })).toBe("unknown");
  expect(state("experience", { has_3y_experience: false, has_master: false })).toBe("unmet");
  expect(state("japanese", { japanese_level: "N2" })).toBe("met");
  expect(state("japanese", { japanese_level: "N4", staff_japanese_level: "N1" })).toBe("met");
  expect(state("japanese", { japanese_level: "N4" })).toBe("unknown");
  // Without staff, nobody speaks it.
  expect(state("japanese", { japanese_level: "N4", has_fulltime_staff: false })).toBe("unmet");
});

test("all six are met of who has all", () => {
  const ext = {
    ...{ capital_jpy: 30_000_000, has_fulltime_staff: true, has_master: true, japanese_level: "N1" },
    ...{ plan_confirmed: true, office_ready: true },
  };
  expect(visaMet(ext, rules)).toBe(6);
});

test("a case is engaged before it is prepared, may leave its way anywhere, and stays as it ended", () => {
  expect(nextStages("consulting")).toEqual(["evaluating", "engaged", "refused", "withdrawn"]);
  expect(nextStages("evaluating")).not.toContain("preparing");
  expect(nextStages("submitted")).toEqual(["coe_issued", "visa_issued", "refused", "withdrawn"]);
  for (const ended of ["visa_issued", "refused", "withdrawn"] as const) expect(nextStages(ended)).toEqual([]);
  expect(Object.keys(caseStages)).toHaveLength(9);
});
