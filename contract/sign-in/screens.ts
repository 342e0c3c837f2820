import type { Screen } from "../screen";

export const signInScreens = [
  { path: "/login", title: "登录", file: "sign-in/login.tsx", public: true },
  { path: "/auth", title: "单点登录", file: "sign-in/auth.tsx", public: true },
  { path: "/weAuth", title: "企业微信登录", file: "sign-in/we-auth.tsx", public: true },
] as const satisfies readonly Screen[];
