import { MantineProvider } from "@mantine/core";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { Confirm } from "~/app/blocks/feedback/confirm";
import { RowActions } from "~/app/blocks/list/row/row-actions";
import { theme } from "~/app/theme";

function Asking({ act }: { act: string }) {
  const [isOpen, setOpen] = useState(false);
  const [isThere, setThere] = useState(true);
  const close = () => setOpen(false);
  const acts = ["甲", "乙", "丙", "丁"].map((label) => ({ label, onSelect: () => label === act && setOpen(true) }));
  const confirm = () => {
    setThere(false);
    close();
  };
  return (
    <MantineProvider theme={theme}>
      <main tabIndex={-1}>{isThere ? <RowActions actions={acts} about="王伟" /> : null}</main>
      {isOpen ? (
        <Confirm title="删除" text="确定？" confirmLabel="删除" pending={false} onConfirm={confirm} onClose={close} />
      ) : null}
    </MantineProvider>
  );
}

test("a dialog gives the focus back to the button that opened it", async () => {
  const actor = userEvent.setup();
  render(<Asking act="甲" />);
  await actor.click(screen.getByRole("button", { name: "甲" }));
  await actor.click(await screen.findByRole("button", { name: "取消" }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "甲" })));
});

test("a dialog out of a menu gives it back to the menu's button, and to the page where that is gone", async () => {
  const actor = userEvent.setup();
  render(<Asking act="丙" />);
  const more = () => screen.getByRole("button", { name: "王伟的更多操作" });
  const ask = async () => {
    await actor.click(more());
    await actor.click(await screen.findByRole("menuitem", { name: "丙" }));
  };
  await ask();
  await actor.click(await screen.findByRole("button", { name: "取消" }));
  await waitFor(() => expect(document.activeElement).toBe(more()));
  await ask();
  await actor.click(await screen.findByRole("button", { name: "删除" }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("main")));
});
