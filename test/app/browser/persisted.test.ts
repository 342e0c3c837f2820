import { beforeEach, expect, it } from "vitest";
import { changeSetting, changeUserInfo, persisted, rememberLogin, resetData, restore } from "~/app/browser/persisted";

const key = "seoneox";
const stored = () => JSON.parse(window.localStorage.getItem(key) ?? "null");
const restoreFrom = async (content: string | null) => {
  if (content === null) window.localStorage.removeItem(key);
  else window.localStorage.setItem(key, content);
  await restore();
  return persisted();
};

const defaults = {
  user: { userInfo: "", loginInfo: { password: "", email: "", remember: false } },
  setting: {
    language: "zh",
    routes: [],
    openKeys: [],
    selectedKeys: "/dashboard",
    collapsed: false,
    breadcrumb: [],
    columns: {},
    cdnBase: "",
    mainBase: "",
  },
};

beforeEach(() => restoreFrom(null));

it("starts with the defaults", () => expect(persisted()).toEqual(defaults));

it.each(["{oops", "null", "[]", '"text"', "7", '{"user":7,"setting":[]}'])(
  "drops corrupt content %s",
  async (content) => {
    expect(await restoreFrom(content)).toEqual(defaults);
  },
);

it("keeps what fits beside what does not", async () => {
  const state = await restoreFrom(
    '{"setting":{"collapsed":true,"language":7},"user":{"userInfo":{"name":"王"},"loginInfo":{}}}',
  );
  expect(state.setting).toMatchObject({ collapsed: true, language: "zh" });
  expect(state.user).toEqual({ userInfo: { name: "王" }, loginInfo: defaults.user.loginInfo });
});

it("is written as plain JSON of two slices under one key", () => {
  changeSetting({ collapsed: true });
  changeUserInfo("王小明");
  expect(stored()).toEqual({
    user: { ...defaults.user, userInfo: "王小明" },
    setting: { ...defaults.setting, collapsed: true },
  });
});

it("keeps the sign-in form only when asked to", () => {
  rememberLogin({ email: "a@b.cn", password: "secret", remember: true });
  expect(stored().user.loginInfo).toEqual({ email: "a@b.cn", password: "secret", remember: true });
  rememberLogin({ email: "a@b.cn", password: "secret", remember: false });
  expect(stored().user.loginInfo).toEqual({ email: "", password: "", remember: false });
});

it("reset-data clears setting and userInfo and leaves a remembered form", () => {
  rememberLogin({ email: "a@b.cn", password: "secret", remember: true });
  changeUserInfo("王小明");
  changeSetting({ collapsed: true, openKeys: ["/customer"] });
  resetData();
  expect(stored()).toEqual({
    user: { userInfo: "", loginInfo: { email: "a@b.cn", password: "secret", remember: true } },
    setting: defaults.setting,
  });
});

it("follows another tab", () => {
  const newValue = JSON.stringify({ ...defaults, setting: { ...defaults.setting, collapsed: true } });
  window.dispatchEvent(new StorageEvent("storage", { key, newValue }));
  expect(persisted().setting.collapsed).toBe(true);
});
