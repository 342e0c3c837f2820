import { z } from "zod";
import { ref } from "../common";
import * as field from "../field";
import { EstateBrief } from "../house/estate";
import { type CaseStage, caseStages, closedCaseStages } from "./inquiry-kinds";
import { type VisaCheckKey, visaCheckStates, visaChecks } from "./visa-check";

/** The way of a case without the two ways out of it. */
export const casePath = [
  "consulting",
  "evaluating",
  "engaged",
  "preparing",
  "submitted",
  "coe_issued",
  "visa_issued",
] as const satisfies CaseStage[];

/** The two ways out, each for a reason. */
export const caseEndings = ["refused", "withdrawn"] as const satisfies CaseStage[];
export const isEnding = (stage: string): boolean => (caseEndings as readonly string[]).includes(stage);

/** The next stages (domain C.2), in order; a client who is engaged at once was not evaluated by us; one who lives in Japan gets no certificate. */
const follows: Readonly<Record<CaseStage, readonly CaseStage[]>> = {
  consulting: ["evaluating", "engaged"],
  evaluating: ["engaged"],
  engaged: ["preparing"],
  preparing: ["submitted"],
  submitted: ["coe_issued", "visa_issued"],
  coe_issued: ["visa_issued"],
  visa_issued: [],
  refused: [],
  withdrawn: [],
};
export const isClosedCase = (stage: string): boolean => (closedCaseStages as readonly string[]).includes(stage);
export const nextStages = (stage: CaseStage): readonly CaseStage[] =>
  isClosedCase(stage) ? [] : [...follows[stage], ...caseEndings];

export const VisaView = z.object({
  checks: z.array(
    z.object({
      key: z.enum(Object.keys(visaChecks) as [VisaCheckKey]),
      state: z.enum(Object.keys(visaCheckStates) as [keyof typeof visaCheckStates]),
      note: z.string().nullable(),
    }),
  ),
  /** Under which the capital does not count, in yen. */
  capital_min: z.number(),
  stage: z.enum(Object.keys(caseStages) as [CaseStage]).meta({ label: "办理阶段", options: caseStages }),
  steps: z.array(
    z.object({
      stage: z.enum(Object.keys(caseStages) as [CaseStage]),
      at: z.string(),
      note: z.string().nullable(),
      by: ref.nullable(),
    }),
  ),
  next: z.array(z.enum(Object.keys(caseStages) as [CaseStage])),
  /** 买房+签证: the estate that goes with it. */
  property: EstateBrief.nullable(),
  can: field.can("step", "edit", "papers"),
});
export type VisaView = z.output<typeof VisaView>;
