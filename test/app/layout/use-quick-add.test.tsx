import { fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { setClientMode } from "~/app/browser/client-mode";
import { StaffFrame } from "~/app/layout/staff-frame";
// Fetched when a client looks for the first time, which on a busy machine takes longer than one waits for it.
import "~/app/layout/client-frame";
import { routeTest } from "../../support/route-test";

const { open } = routeTest({
  path: "/personal-center",
  module: {
    default: () => (
      <StaffFrame>
        <input aria-label="备注" />
        <div role="dialog" aria-label="小窗">
          <button type="button">在窗里</button>
        </div>
      </StaffFrame>
    ),
  },
});
afterEach(() => setClientMode(false));

const quick = () => screen.queryByRole("dialog", { name: "新增客户" });
const press = (on: Element = document.body) => fireEvent.keyDown(on, { key: "n" });

it("begins a new customer anywhere, but not for one who types or is in a dialog", async () => {
  await open("", { role: "sales" });
  press(await screen.findByRole("textbox", { name: "备注" }));
  press(screen.getByRole("button", { name: "在窗里" }));
  expect(quick()).toBeNull();
  press();
  expect(await screen.findByRole("dialog", { name: "新增客户" })).toBeDefined();
});

it("does nothing without the permission", async () => {
  await open("", { role: "finance" });
  await screen.findByRole("textbox", { name: "备注" });
  press();
  expect(quick()).toBeNull();
});

it("does nothing while a client looks", async () => {
  setClientMode(true);
  await open("", { role: "sales" });
  await screen.findByLabelText("按住1秒退出客户模式");
  press();
  expect(quick()).toBeNull();
});
