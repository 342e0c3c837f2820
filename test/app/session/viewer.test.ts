import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { clearToken, keepToken } from "~/app/api/cookie";
import { markViewerStale } from "~/app/api/viewer-age";
import { forgetSession } from "~/app/browser/session-memory";
import { viewer } from "~/app/session/viewer";

const tokenOf = (sub: string) => `e30.${Buffer.from(JSON.stringify({ sub, sid: "s" })).toString("base64url")}.x`;
const answering = async (address: string) => {
  const data = address.endsWith("menus") ? [] : { name: "林顾问" };
  return Response.json({ code: 200, message: "", data });
};
const offline = () => Promise.reject(new TypeError("Failed to fetch"));

beforeEach(() => {
  vi.stubGlobal("fetch", answering);
  keepToken(tokenOf("1"), 604_800);
});
afterEach(() => {
  forgetSession();
  clearToken();
});

it("stays who it was while the network is away, for the same person alone, and is asked for again", async () => {
  const known = await viewer();
  markViewerStale();
  vi.stubGlobal("fetch", offline);
  expect(await viewer()).toBe(known);
  vi.stubGlobal("fetch", answering);
  expect(await viewer()).not.toBe(known);
  vi.stubGlobal("fetch", offline);
  clearToken();
  forgetSession();
  keepToken(tokenOf("2"), 604_800);
  await expect(viewer()).rejects.toMatchObject({ status: 0 });
});

it("is not known after a refusal", async () => {
  await viewer();
  markViewerStale();
  vi.stubGlobal("fetch", async () => Response.json({ code: 50000, message: "系统繁忙，请稍后再试" }, { status: 500 }));
  await expect(viewer()).rejects.toMatchObject({ status: 500 });
});
