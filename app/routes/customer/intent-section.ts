export const intentSection = {
  title: "购房意向",
  fields: [
    "purposes",
    "intent_country_codes",
    { name: "intent_district_ids", within: "intent_country_codes" },
    { name: "intent_estate_ids", within: "intent_country_codes" },
    "budget_min",
    "budget_max",
    "budget_currency",
    "loan_need",
  ],
} as const;
