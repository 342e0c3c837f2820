/** The steps of a deal's form (domain D.6). */
export const dealSteps = [
  { key: "customer", label: "客户" },
  { key: "unit", label: "房源" },
  { key: "price", label: "价格与付款" },
  { key: "source", label: "来源与业绩" },
  { key: "files", label: "附件" },
] as const;

export type DealStep = (typeof dealSteps)[number]["key"];

/** The step behind this one; undefined after the last. */
export const stepAfter = (step: DealStep) => dealSteps[dealSteps.findIndex(({ key }) => key === step) + 1];
