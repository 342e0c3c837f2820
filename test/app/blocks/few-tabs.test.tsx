import { MantineProvider, Tabs } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { FewTabs } from "~/app/blocks/detail/few-tabs";

const desk = window.matchMedia;
const words = ["全部", "待审核", "有效", "已到访", "已认购", "已签约", "无效"];
const chosen = vi.fn();
const tabs = () => screen.getAllByRole("tab").map(({ textContent }) => textContent);

function show(present: string, labels = words) {
  const options = labels.map((label) => ({ value: label, label }));
  render(
    <MantineProvider env="test">
      <Tabs value={present}>
        <FewTabs label="分类" options={options} present={present} onChoose={chosen} />
      </Tabs>
    </MantineProvider>,
  );
}

beforeEach(() => {
  vi.stubGlobal("matchMedia", desk);
  chosen.mockClear();
});

it("has the first four of many tabs, and the others in 更多", async () => {
  show("全部");
  expect(tabs()).toEqual(words.slice(0, 4));
  await userEvent.click(screen.getByRole("button", { name: "更多分类" }));
  expect((await screen.findAllByRole("menuitem")).map(({ textContent }) => textContent)).toEqual(words.slice(4));
  await userEvent.click(screen.getByRole("menuitem", { name: "无效" }));
  expect(chosen.mock.calls).toEqual([["无效"]]);
});

it("shows the chosen one wherever it stands", () => {
  show("无效");
  expect(tabs()).toEqual([...words.slice(0, 4), "无效"]);
  expect(screen.getByRole("tab", { name: "无效", selected: true })).toBeDefined();
});

it("has all of five, and all on the phone", () => {
  show("全部", words.slice(0, 5));
  expect(tabs()).toEqual(words.slice(0, 5));
  vi.stubGlobal("matchMedia", (media: string) => ({ ...desk(media), matches: media.includes("max-width") }));
  show("全部");
  expect(screen.getAllByRole("tab")).toHaveLength(5 + words.length);
  expect(screen.queryByRole("button", { name: "更多分类" })).toBeNull();
});
