import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { toast } from "~/app/api/toast";
import { isClientMode, setClientMode } from "~/app/browser/client-mode";
import { StaffFrame } from "~/app/layout/staff-frame";
// Fetched when a client looks for the first time, which on a busy machine takes longer than one waits for it.
import "~/app/layout/client-frame";
import { makeUser } from "../../support/factories";
import { routeTest } from "../../support/route-test";

const inFrame = (text: string) => () => (
  <StaffFrame>
    <p>{text}</p>
  </StaffFrame>
);
const { db, open } = routeTest({
  path: "/house/estate-list",
  module: { default: inFrame("房源在此") },
  others: { "/customer/customerInfor": inFrame("客户在此") },
});
afterEach(() => setClientMode(false));

const leave = () => screen.findByLabelText("按住1秒退出客户模式");

/** Time goes on by so many milliseconds. */
const pass = (by: number) => act(() => vi.advanceTimersByTime(by));

it("has no menu, search or messages, hides what is told in passing, and outlives what reloads", async () => {
  const { unmount } = await open("/house/estate-list?client=1", { role: "sales" });
  await leave();
  expect(screen.getByText("房源在此")).toBeDefined();
  for (const role of ["navigation", "search"]) expect(screen.queryByRole(role)).toBeNull();
  for (const label of ["账号菜单", /消息/, /日程/, "搜索"]) expect(screen.queryByLabelText(label)).toBeNull();
  expect(screen.queryByText("新房工作台")).toBeNull();
  expect(document.title).toBe("房源");
  // The sheet hides what is outside of the frame.
  act(() => toast.success("已保存"));
  expect(document.documentElement.dataset.client).toBe("");
  // The help of shortcuts.
  fireEvent.keyDown(document.body, { key: "?" });
  expect(screen.queryByRole("dialog")).toBeNull();
  unmount();
  expect(document.documentElement.dataset.client).toBeUndefined();
  await open("/house/estate-list", { role: "sales" });
  await leave();
});

it("is left by a second's press of pointer or key alone, wherever one is", async () => {
  await open("/house/estate-list?client=1", { role: "sales" });
  const button = await leave();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  fireEvent.pointerDown(button, { button: 0 });
  fireEvent.pointerUp(button);
  fireEvent.click(button);
  pass(2_000);
  fireEvent.pointerDown(button, { button: 0 });
  pass(999);
  fireEvent.pointerLeave(button);
  pass(2_000);
  fireEvent.keyDown(button, { key: "Enter" });
  pass(600);
  // A key that is held repeats itself, which begins nothing anew.
  fireEvent.keyDown(button, { key: "Enter", repeat: true });
  pass(399);
  expect(isClientMode()).toBe(true);
  pass(1);
  vi.useRealTimers();
  await waitFor(() => expect(isClientMode()).toBe(false));
  expect(await screen.findByRole("navigation", { name: "主菜单" })).toBeDefined();
  // Nothing in the address begins it anew.
  expect(screen.queryByLabelText("按住1秒退出客户模式")).toBeNull();
});

it("lets the click that ends the press reach nothing of the staff's, and the next one through", async () => {
  await open("/house/estate-list?client=1", { role: "sales" });
  const button = await leave();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  // jsdom's own has no button.
  fireEvent(button, new MouseEvent("pointerdown", { bubbles: true, button: 0 }));
  pass(1_000);
  vi.useRealTimers();
  const bell = await screen.findByRole("button", { name: /消息/ });
  fireEvent.pointerUp(bell);
  fireEvent.click(bell);
  expect(screen.queryByRole("dialog")).toBeNull();
  fireEvent.pointerDown(bell);
  fireEvent.click(bell);
  expect(await screen.findByRole("dialog", { name: "消息" })).toBeDefined();
});

it("shows nothing but estates, to those who may see them", async () => {
  setClientMode(true);
  const { unmount } = await open("/customer/customerInfor", { role: "sales" });
  expect(await screen.findByText("此内容暂不展示")).toBeDefined();
  expect(screen.queryByText("客户在此")).toBeNull();
  expect(screen.getByText("查看全部房源").closest("a")?.getAttribute("href")).toBe("/house/estate-list");
  unmount();
  await open("/house/estate-list", { permissions: ["customer:info:view"] });
  expect(await screen.findByText("此内容暂不展示")).toBeDefined();
});

it("waits until a password that has to be changed is changed", async () => {
  setClientMode(true);
  const someone = await makeUser(db, { role: "sales", must_change_password: true });
  await open("/house/estate-list", { as: someone });
  expect(await screen.findByRole("navigation", { name: "主菜单" })).toBeDefined();
});
