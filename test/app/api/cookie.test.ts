import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { claimsOf, clearToken, keepToken, renewToken, token } from "~/app/api/cookie";

let written: string[] = [];

beforeEach(() => {
  written = [];
  vi.useFakeTimers({ now: new Date("2026-11-20T00:00:00Z") });
  vi.spyOn(document, "cookie", "set").mockImplementation((cookie) => written.push(cookie));
});

afterEach(() => vi.useRealTimers());

const days = () => {
  const expires = /expires=([^;]+)/.exec(written.at(-1) ?? "")?.[1];
  return (new Date(expires ?? "").getTime() - Date.now()) / 86_400_000;
};

it.each([
  [604_800, 6],
  [172_800, 1],
  // Where the formula is not positive, the token's own life.
  [86_400, 1],
  [43_200, 0.5],
  [3_600, 1 / 24],
])("keeps a sign-in of %i seconds for its days", (seconds, expected) => {
  keepToken("abc", seconds);
  expect(days()).toBeCloseTo(expected, 3);
});

it("keeps a renewed token for 2.5 days, with or without Bearer", () => {
  renewToken("Bearer abc");
  expect(written.at(-1)).toContain("access_token=abc;");
  expect(days()).toBeCloseTo(2.5, 3);
  renewToken("def");
  expect(written.at(-1)).toContain("access_token=def;");
});

it.each([null, "", "Bearer "])("does not renew from %j", (header) => {
  renewToken(header);
  expect(written).toEqual([]);
});

it("is sent along only within the site, for every path", () => {
  keepToken("abc", 604_800);
  expect(written.at(-1)).toMatch(/path=\/;.*samesite=lax/i);
  expect(written.at(-1)).not.toMatch(/domain|secure/i);
});

it("is gone when cleared", () => {
  vi.restoreAllMocks();
  keepToken("abc", 604_800);
  expect(token()).toBe("abc");
  clearToken();
  expect(token()).toBeUndefined();
});

it("reads the name out of a token, Chinese included, and nothing out of an opaque one", () => {
  const claims = Buffer.from(JSON.stringify({ name: "王小明", sub: "1" })).toString("base64url");
  expect(claimsOf(`e30.${claims}.x`).name).toBe("王小明");
  expect(claimsOf("opaque")).toEqual({});
  expect(claimsOf(undefined)).toEqual({});
});
