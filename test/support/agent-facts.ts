/** What a form says of a new agent. */
export const agentFacts = {
  type: "individual" as const,
  name: "海川置业",
  country_code: "JP",
  contact_name: "周联系",
  contact_phone_cc: "86",
  contact_phone: "13900000001",
  level: "B" as const,
  cooperation_from: "2026-01-01",
  cooperation_to: "2027-12-31",
  commission_mode: "percent" as const,
  commission_value: "3",
  settle_cycle: "monthly" as const,
  account_limit: 3,
};
export const mainFacts = { main_name: "周主号", main_phone_cc: "86", main_phone: "13900000002" };
