import { MantineProvider } from "@mantine/core";
import { createRemixStub } from "@remix-run/testing";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ReactNode, useState } from "react";
import { beforeEach, expect, it, vi } from "vitest";

// What the setup has fetched for other tests comes here as it does in the product: when it is reached for.
beforeEach(() => {
  vi.resetModules();
  // No idle moment.
  vi.stubGlobal("requestIdleCallback", () => 0);
  vi.stubGlobal("cancelIdleCallback", () => undefined);
});

let page: ReactNode;
const Page = () => <MantineProvider env="test">{page}</MantineProvider>;

function show(shown: ReactNode) {
  page = shown;
  const Stub = createRemixStub([{ path: "/", Component: Page }]);
  render(<Stub />);
}

const data = ["A", "B"].map((value) => ({ value, label: `${value}级` }));

function Selects({ SelectMany, SelectOne }: typeof import("~/app/blocks/form/field/selects")) {
  const [one, setOne] = useState<string | null>("A");
  const [many, setMany] = useState(["A", "B"]);
  return (
    <>
      <SelectOne label="等级" data={data} value={one} onChange={setOne} />
      <SelectMany aria-label="几个等级" data={data} value={many} onChange={setMany} />
    </>
  );
}

const showSelects = async () => show(<Selects {...(await import("~/app/blocks/form/field/selects"))} />);

const field = (name: string) => screen.getByRole<HTMLInputElement>("textbox", { name });

it("a closed select says what is chosen before it can be opened, and nothing was fetched for that", async () => {
  await showSelects();
  expect(field("等级").value).toBe("A级");
  expect(field("几个等级").value).toBe("A级、B级");
  expect(screen.queryByRole("listbox")).toBeNull();
});

it("a press opens a select as soon as what opens it has come, and its choice counts", async () => {
  await showSelects();
  // As a finger does: it does not point before it presses.
  fireEvent.pointerDown(field("等级"));
  await userEvent.click(await screen.findByRole("option", { name: "B级" }));
  await waitFor(() => expect(field("等级").value).toBe("B级"));
});

it("who comes to a select by keyboard stays in it while it changes", async () => {
  await showSelects();
  const resting = field("等级");
  await userEvent.tab();
  await waitFor(() => expect(field("等级")).not.toBe(resting));
  await waitFor(() => expect(document.activeElement).toBe(field("等级")));
});

it("a date's field, a column menu and a record's menu open with their first press", async () => {
  const [{ DateField }, { ColumnMenu }, { RowActions }] = await Promise.all([
    import("~/app/blocks/form/field/date-field"),
    import("~/app/blocks/list/columns/column-menu"),
    import("~/app/blocks/list/row/row-actions"),
  ]);
  const act = vi.fn();
  const acts = ["查看", "跟进", "分配", "释放"].map((label) => ({ label, onSelect: act }));
  show(
    <>
      <DateField label="日期" value="2026-11-26" onChange={() => undefined} />
      <ColumnMenu
        columns={[{ key: "name", label: "姓名" }]}
        state={{ order: ["name"], hidden: [], density: "normal" }}
        onChange={() => undefined}
      />
      <RowActions about="王先生" actions={acts} />
    </>,
  );
  await userEvent.click(screen.getByRole("button", { name: "日期 2026-11-26" }));
  await screen.findByRole("dialog", { name: /^日期/ });
  await userEvent.keyboard("{Escape}");
  await userEvent.click(screen.getByRole("button", { name: "列设置" }));
  await screen.findByRole("checkbox", { name: "姓名" });
  await userEvent.keyboard("{Escape}");
  await userEvent.click(screen.getByRole("button", { name: "王先生的更多操作" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "释放" }));
  expect(act).toHaveBeenCalledOnce();
});

it("a figure's definition comes in an idle moment, and its control stands before", async () => {
  let rest: () => void = () => undefined;
  vi.stubGlobal("requestIdleCallback", (then: () => void) => {
    rest = then;
    return 0;
  });
  const { FigureName } = await import("~/app/blocks/figure/figure-name");
  show(<FigureName of={{ label: "逾期", definition: "超过时限仍未响应" }} />);
  screen.getByRole("button", { name: "逾期的说明" });
  rest();
  await waitFor(async () => {
    await userEvent.hover(screen.getByRole("button", { name: "逾期的说明" }));
    screen.getByText("超过时限仍未响应");
  });
});

it("a file that does not come is said to whoever waits for it, and comes with the next try; the page stays", async () => {
  const { notifications } = await import("@mantine/notifications");
  const told = vi.spyOn(notifications, "show").mockReturnValue("");
  const { ahead } = await import("~/app/blocks/lazy-part");
  const load = vi.fn(async () => ({ name: "菜单" }));
  load.mockRejectedValueOnce(new Error("lost")).mockRejectedValueOnce(new Error("lost"));
  vi.stubGlobal("requestIdleCallback", (then: () => void) => {
    then();
    return 0;
  });
  const menu = ahead(load);
  const come = menu.load();
  await new Promise((later) => setTimeout(later));
  expect(told).not.toHaveBeenCalled();
  expect(await menu.reach()).toBe(false);
  expect(told.mock.calls[0]?.[0].message).toBe("页面资源加载失败，请检查网络后重试。");
  expect(await menu.reach()).toBe(true);
  expect(await come).toEqual({ name: "菜单" });
});
