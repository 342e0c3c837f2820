import { MantineProvider } from "@mantine/core";
import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { ChecksTag } from "~/app/features/unregister/checks-tag";

const labels = { clues: "未结报备", deals: "进行中成交" };
const tag = (checks: Record<string, number>) =>
  render(
    <MantineProvider>
      <ChecksTag checks={checks} labels={labels} />
    </MantineProvider>,
  ).container.querySelector("span");

it("says in one line what is open, and the pointer reads all of it", () => {
  const several = tag({ clues: 2, deals: 1 });
  expect(several?.textContent).toBe("✗ 未结报备 2+1");
  expect(several?.getAttribute("title")).toBe("未结报备 2、进行中成交 1");
  expect(tag({ clues: 0, deals: 1 })?.textContent).toBe("✗ 进行中成交 1");
});

it("says that nothing is open, and that nobody has looked", () => {
  expect(tag({ clues: 0, deals: 0 })?.textContent).toBe("✓ 无未结业务");
  expect(tag({})).toBeNull();
});
