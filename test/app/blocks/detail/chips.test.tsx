import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { Chips } from "~/app/blocks/detail/chips";

const draw = (names: string[], room: number) =>
  render(
    <MantineProvider>
      <p>
        <Chips of={names.map((name) => ({ name }))} room={room} />
      </p>
    </MantineProvider>,
  );

it("shows as many chips as there is room for, the first in any case, and counts the rest", () => {
  const { unmount } = draw(["急购", "投资", "首付充足"], 6);
  expect(screen.getByText("投资")).toBeDefined();
  expect(screen.getByText(/^\+1/).textContent).toBe("+1 首付充足");
  unmount();
  // The count needs room as well.
  const { unmount: end } = draw(["首付充足", "投资", "学区"], 6);
  expect(screen.getByText(/^\+2/).textContent).toBe("+2 投资、学区");
  end();
  draw(["首付充足且不贷款", "投资"], 6);
  expect(screen.getByText("首付充足且不贷款")).toBeDefined();
  expect(screen.getByText(/^\+1/).textContent).toBe("+1 投资");
});

it("counts nothing where all stand", () => {
  draw(["投资", "学区"], 6);
  expect(screen.queryByText(/^\+/)).toBeNull();
});
