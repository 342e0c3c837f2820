import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { CardActions } from "~/app/blocks/list/row/row-actions";
import type { RowAction } from "~/app/blocks/row-action";

const draw = (...actions: RowAction[]) =>
  render(
    <MantineProvider>
      <CardActions about="甲" actions={actions} />
    </MantineProvider>,
  );
const button = (name: string) => screen.queryByRole("button", { name });

it("shows a card's only act as a button, unless it destroys: then it lies in the menu", () => {
  const { unmount } = draw({ label: "查看", onSelect: () => undefined });
  expect(button("查看")).not.toBeNull();
  expect(button("甲的更多操作")).toBeNull();
  unmount();
  draw({ label: "删除", isDanger: true, onSelect: () => undefined });
  expect(button("删除")).toBeNull();
  expect(button("甲的更多操作")).not.toBeNull();
});
