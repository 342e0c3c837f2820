import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { clearToken, keepToken } from "~/app/api/cookie";
import { ContactCheck } from "~/app/features/collision/contact-check";
import { customer } from "~/contract/customer/customer";
import { renderRoute, someViewer } from "~/test/support/render-route";

const note = "他人的号码只能按后4位查找";
const sent: unknown[] = [];
let hit: unknown = null;

const open = (keyword: string, permissions: string[]) =>
  renderRoute(
    {
      path: "/list",
      module: {
        default: () => (
          <>
            <p>列表</p>
            <ContactCheck endpoint={customer.list} keyword={keyword} />
          </>
        ),
      },
    },
    someViewer(permissions),
  );

beforeEach(() => {
  sent.length = 0;
  hit = null;
  clearToken();
  keepToken("token", 604_800);
  vi.stubGlobal("fetch", async (_url: string, { body }: RequestInit = {}) => {
    sent.push(JSON.parse(String(body)));
    return Response.json({ code: 200, message: "", data: { hit } });
  });
});

it("says that others' numbers are found by their ends, and checks the number at a click", async () => {
  const { actor } = open("139 1234 8841", ["customer:info:create"]);
  expect(await screen.findByText(note)).toBeDefined();
  await actor.click(screen.getByRole("button", { name: "查重" }));
  await waitFor(() => expect(screen.getByRole("status").textContent).toContain("没有客户使用该号码"));
  expect(sent).toEqual([{ phone_cc: "86", phone: "139 1234 8841" }]);
});

it("tells whose the number is", async () => {
  const can = { claim: false, restore: false, takeover: false, transfer: false };
  const owner = { id: 9, name: "王顾问" };
  const told = {
    code: 40910,
    message: "该客户已由【王顾问】跟进（KH1）",
    field: "phone",
    customer_no: "KH1",
    pool_at: null,
  };
  hit = { ...told, owner, status: "owned", days: 3, id: 12, can };
  const { actor } = open("13912348841", ["customer:info:create"]);
  await actor.click(await screen.findByRole("button", { name: "查重" }));
  await waitFor(() => expect(screen.getByRole("status").textContent).toContain("该客户已由【王顾问】跟进（KH1）"));
  expect(screen.getByRole("link", { name: "查看" }).getAttribute("href")).toBe("/customer/editCustomerInfo/12");
});

it.each([
  ["for who sees numbers", "13912348841", ["customer:info:create", "customer:phone:view"]],
  ["of what is no whole number", "8841", ["customer:info:create"]],
  ["of a name", "王伟", ["customer:info:create"]],
])("says nothing %s", async (_, keyword, permissions) => {
  open(keyword, permissions);
  expect(await screen.findByText("列表")).toBeDefined();
  expect(screen.queryByText(note)).toBeNull();
});

it("offers no check to who makes no customers", async () => {
  open("13912348841", []);
  expect(await screen.findByText(note)).toBeDefined();
  expect(screen.queryByRole("button")).toBeNull();
});
