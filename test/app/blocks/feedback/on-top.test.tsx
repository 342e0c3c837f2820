import { MantineProvider, Popover } from "@mantine/core";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { Confirm } from "~/app/blocks/feedback/confirm";
import { SideDrawer } from "~/app/blocks/feedback/side-drawer";
import { theme } from "~/app/theme";

/** A drawer with a small panel and a question above it. */
function Layers() {
  const [open, setOpen] = useState<readonly string[]>(["抽屉"]);
  const close = (name: string) => () => setOpen((now) => now.filter((one) => one !== name));
  const add = (name: string) => () => setOpen((now) => [...now, name]);
  return (
    <MantineProvider theme={theme}>
      {open.includes("抽屉") ? (
        <SideDrawer title="抽屉" onClose={close("抽屉")}>
          <button type="button" onClick={add("筛选")}>
            打开筛选
          </button>
          <button type="button" onClick={add("删除")}>
            打开删除
          </button>
          <Popover opened={open.includes("筛选")} onChange={close("筛选")} trapFocus withRoles={false}>
            <Popover.Target>
              <span />
            </Popover.Target>
            <Popover.Dropdown role="dialog" aria-label="筛选">
              <input aria-label="预算" />
            </Popover.Dropdown>
          </Popover>
        </SideDrawer>
      ) : null}
      {open.includes("删除") ? (
        <Confirm
          title="删除"
          text="确定？"
          confirmLabel="删除"
          pending={false}
          onConfirm={() => undefined}
          onClose={close("删除")}
        />
      ) : null}
    </MantineProvider>
  );
}

test.each(["筛选", "删除"])("Esc closes what lies on top alone: %s, then the drawer below it", async (name) => {
  const actor = userEvent.setup();
  render(<Layers />);
  await actor.click(await screen.findByRole("button", { name: `打开${name}` }));
  const above = await screen.findByRole("dialog", { name });
  await waitFor(() => expect(above.contains(document.activeElement)).toBe(true));
  await actor.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog", { name })).toBeNull());
  expect(screen.getByRole("dialog", { name: "抽屉" })).toBeDefined();
  await actor.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "抽屉" })).toBeNull());
});
