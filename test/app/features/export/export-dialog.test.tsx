import { screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { clearToken, keepToken } from "~/app/api/cookie";
import { ExportDialog } from "~/app/features/export/export-dialog";
import { customer } from "~/contract/customer/customer";
import { renderRoute, someViewer } from "~/test/support/render-route";

const asked: string[] = [];
let answer: () => Response;

const closed = vi.fn();
const Export = () => <ExportDialog call={customer.exportPool} query={{ level: ["A"], page: 3 }} onClose={closed} />;
const open = () => renderRoute({ path: "/list", module: { default: Export } }, someViewer(["customer:info:export"]));

beforeEach(() => {
  asked.length = 0;
  closed.mockReset();
  clearToken();
  keepToken("token", 604_800);
  URL.createObjectURL = () => "blob:test";
  vi.stubGlobal("fetch", async (url: string) => {
    asked.push(url);
    if (!url.includes("/options")) return answer();
    const scenes = { export_reason: [{ value: "report", label: "制作报表" }] };
    return Response.json({ code: 200, message: "", data: scenes });
  });
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue();
});

it("asks for the reason and fetches what the present filter finds", async () => {
  answer = () => new Response("file", { headers: { "content-disposition": 'attachment; filename="a.xlsx"' } });
  const { actor } = open();
  await actor.click(await screen.findByRole("textbox", { name: "导出原因" }));
  await actor.click(await screen.findByRole("option", { name: "制作报表" }));
  await actor.click(screen.getByRole("button", { name: "导出" }));
  expect(await screen.findByText("导出完成")).toBeDefined();
  expect(closed).toHaveBeenCalledOnce();
  const url = new URL(asked.find((line) => line.includes("/crm/customer/export")) ?? "", "http://test.local");
  expect(Object.fromEntries(url.searchParams)).toMatchObject({ level: "A", reason: "report" });
});

it("keeps the dialog when the export fails", async () => {
  answer = () => new Response("", { status: 500 });
  const { actor } = open();
  await actor.click(await screen.findByRole("textbox", { name: "导出原因" }));
  await actor.click(await screen.findByRole("option", { name: "制作报表" }));
  await actor.click(screen.getByRole("button", { name: "导出" }));
  expect(await screen.findByText("响应异常！")).toBeDefined();
  expect(await screen.findByRole("textbox", { name: "导出原因" })).toBeDefined();
  expect(closed).not.toHaveBeenCalled();
});
