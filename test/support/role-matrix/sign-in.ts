export const signInEndpoints = {
  "POST /api/auth/login": "public",
  "GET /api/auth/link": "public",
  "POST /api/auth/wecom": "public",
  "POST /api/auth/logout": "any",
};
