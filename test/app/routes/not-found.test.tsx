import { MantineProvider } from "@mantine/core";
import { createRemixStub } from "@remix-run/testing";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import NotFoundPage from "~/app/routes/not-found";

const First = () => <p>首页</p>;
const Dashboard = () => <p>工作台</p>;

function open(initialEntries: string[]) {
  const Stub = createRemixStub([
    { path: "/", Component: First },
    { path: "/dashboard", Component: Dashboard },
    { path: "*", Component: NotFoundPage },
  ]);
  render(
    <MantineProvider>
      <Stub initialEntries={initialEntries} />
    </MantineProvider>,
  );
}

afterEach(() => window.history.replaceState(null, ""));

it("says that the page does not exist", async () => {
  open(["/nope"]);
  expect(await screen.findByRole("heading", { name: "对不起，你访问的页面不存在！" })).toBeDefined();
  expect(document.title).toBe("页面不存在 · 新房工作台");
});

it("goes back one page", async () => {
  window.history.replaceState({ idx: 1 }, "");
  open(["/dashboard", "/nope"]);
  await userEvent.click(await screen.findByRole("button", { name: "返回" }));
  expect(await screen.findByText("工作台")).toBeDefined();
});

it("goes to / when there is nothing to go back to", async () => {
  open(["/nope"]);
  await userEvent.click(await screen.findByRole("button", { name: "返回" }));
  expect(await screen.findByText("首页")).toBeDefined();
});
