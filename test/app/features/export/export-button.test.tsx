import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { clearToken, keepToken } from "~/app/api/cookie";
import { ExportButton } from "~/app/features/export/export-button";
import { customer } from "~/contract/customer/customer";
import { renderRoute, someViewer } from "~/test/support/render-route";

const asked: string[] = [];
let answer: () => Response;

const Export = () => <ExportButton call={customer.exportPool} query={{ level: ["A"], page: 3 }} />;
const open = (permissions: string[]) =>
  renderRoute({ path: "/list", module: { default: Export } }, someViewer(permissions));

beforeEach(() => {
  asked.length = 0;
  clearToken();
  keepToken("token", 604_800);
  URL.createObjectURL = () => "blob:test";
  vi.stubGlobal("fetch", async (url: string) => {
    asked.push(url);
    if (!url.includes("/options")) return answer();
    const scenes = { export_reason: [{ value: "report", label: "制作报表" }] };
    return Response.json({ code: 200, message: "", data: scenes });
  });
  HTMLAnchorElement.prototype.click = () => undefined;
});

it("asks for the reason and fetches what the present filter finds", async () => {
  answer = () => new Response("file", { headers: { "content-disposition": 'attachment; filename="a.xlsx"' } });
  const { actor } = open(["customer:info:export"]);
  await actor.click(await screen.findByRole("button", { name: "导出" }));
  await actor.click(await screen.findByRole("textbox", { name: "导出原因" }));
  await actor.click(await screen.findByRole("option", { name: "制作报表" }));
  await actor.click(screen.getAllByRole("button", { name: "导出", hidden: false }).at(-1) as Element);
  expect(await screen.findByText("导出完成")).toBeDefined();
  const url = new URL(asked.find((line) => line.includes("/crm/customer/export")) ?? "", "http://test.local");
  expect(Object.fromEntries(url.searchParams)).toMatchObject({ level: "A", reason: "report" });
});

it("keeps the dialog when the export fails", async () => {
  answer = () => new Response("", { status: 500 });
  const { actor } = open(["customer:info:export"]);
  await actor.click(await screen.findByRole("button", { name: "导出" }));
  await actor.click(await screen.findByRole("textbox", { name: "导出原因" }));
  await actor.click(await screen.findByRole("option", { name: "制作报表" }));
  await actor.click(screen.getAllByRole("button", { name: "导出" }).at(-1) as Element);
  expect(await screen.findByText("响应异常！")).toBeDefined();
  expect(await screen.findByRole("textbox", { name: "导出原因" })).toBeDefined();
});

it("is not there for those who may not export", async () => {
  open(["customer:pool:view"]);
  await waitFor(() => expect(document.body.textContent).not.toBe(""));
  expect(screen.queryByRole("button", { name: "导出" })).toBeNull();
});
