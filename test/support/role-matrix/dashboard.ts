export const dashboardPages = {
  "/dashboard": "SM SR CM EM FI CS",
  "/analysis/overview": "public",
  "/analysis/salesBriefing": "public",
};

export const dashboardEndpoints = {
  "GET /api/analytics/dashboard/kpi": "SM SR CM EM FI CS",
  "GET /api/analytics/dashboard/target": "SM SR CM EM FI CS",
  "GET /api/analytics/dashboard/todo": "SM SR CM EM FI CS",
  "GET /api/analytics/rows": "SM SR CM EM FI CS",
  // The follow-ups behind a figure are for those who may see follow-ups.
  "GET /api/analytics/rows?metric=tracking_valid": "SM SR CS",
};
