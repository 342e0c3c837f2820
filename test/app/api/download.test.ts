import { notifications } from "@mantine/notifications";
import { beforeEach, expect, it, vi } from "vitest";
import { CallError } from "~/app/api/call-error";
import { keepToken } from "~/app/api/cookie";
import { download, fileNameOf } from "~/app/api/download";
import { leave } from "~/app/api/leave";
import { endpoint, file } from "~/contract/endpoint";

const exported = endpoint("GET /api/thing/export", "导出", "signed-in", { reply: file });

const fetched = vi.fn<typeof fetch>();
const told: unknown[] = [];
let saved: { name: string; size: number } | undefined;

beforeEach(() => {
  vi.stubGlobal("fetch", fetched);
  keepToken("token", 604_800);
  vi.spyOn(leave, "openFile").mockReturnValue();
  told.length = 0;
  saved = undefined;
  vi.spyOn(notifications, "show").mockImplementation((toast) => {
    told.push(toast.message);
    return "";
  });
  let size = 0;
  URL.createObjectURL = (blob) => {
    size = (blob as Blob).size;
    return "blob:x";
  };
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved = { name: this.download, size };
  });
});

it("saves the bytes under the server's name and tells how far it is", async () => {
  const headers = {
    "content-disposition": "attachment; filename*=UTF-8''%E5%AE%A2%E6%88%B7.xlsx",
    "content-length": "5",
  };
  fetched.mockResolvedValue(new Response("12345", { headers }));
  const steps: unknown[] = [];
  await download(exported, {}, { onProgress: (...step) => steps.push(step) });
  expect(saved).toEqual({ name: "客户.xlsx", size: 5 });
  expect(steps).toEqual([[5, 5]]);
});

it("reads a refusal out of the body and saves nothing", async () => {
  fetched.mockResolvedValue(Response.json({ code: 40300, message: "没有操作权限", data: null }, { status: 403 }));
  await expect(download(exported, {})).rejects.toMatchObject({ status: 403, code: 40300 });
  expect(told).toEqual(["没有操作权限"]);
  expect(saved).toBeUndefined();
});

it("is rejected with 响应异常！ when the export fails (500)", async () => {
  fetched.mockResolvedValue(
    Response.json({ code: 50000, message: "系统繁忙，请稍后再试", data: null }, { status: 500 }),
  );
  await expect(download(exported, {})).rejects.toBeInstanceOf(CallError);
  expect(told).toEqual(["响应异常！"]);
});

it("asks for a one-time link inside WeCom and lets the browser open it", async () => {
  vi.spyOn(window.navigator, "userAgent", "get").mockReturnValue("Mozilla/5.0 wxwork/4.1.0 MicroMessenger/7.0.1");
  fetched.mockResolvedValue(Response.json({ code: 200, message: "", data: { url: "/api/download/abc" } }));
  await download(exported, { query: {} });
  expect(String(fetched.mock.calls.at(-1)?.[0])).toBe("/api/thing/export?link=1");
  expect(leave.openFile).toHaveBeenCalledExactlyOnceWith("/api/download/abc");
  expect(saved).toBeUndefined();
});

it("opens nothing inside WeCom when the link is refused", async () => {
  vi.spyOn(window.navigator, "userAgent", "get").mockReturnValue("Mozilla/5.0 wxwork/4.1.0");
  fetched.mockResolvedValue(Response.json({ code: 42200, message: "校验失败", data: null }, { status: 422 }));
  await expect(download(exported, {})).rejects.toMatchObject({ code: 42200 });
  expect(leave.openFile).not.toHaveBeenCalled();
});

it("takes a body code that is no success for what it is, whatever the HTTP status", async () => {
  fetched.mockResolvedValue(Response.json({ code: 42200, message: "请缩小筛选范围", data: null }));
  await expect(download(exported, {})).rejects.toMatchObject({ code: 42200 });
  expect(saved).toBeUndefined();
});

it.each([
  ["attachment; filename=\"a.csv\"; filename*=UTF-8''%E4%B8%AD.csv", "中.csv"],
  ['attachment; filename="a b.csv"', "a b.csv"],
  ["attachment; filename=a.csv", "a.csv"],
  ["attachment; filename*=UTF-8''%E0%A4%A; filename=a.csv", "a.csv"],
  [null, undefined],
])("reads the file name of %s", (header, name) => expect(fileNameOf(header)).toBe(name));
