import { act, fireEvent, type RenderResult, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Filter } from "~/app/blocks/list/filter/list-filters";
import { useNarrowed } from "~/app/blocks/list/filter/use-narrowed";

const filters: Filter[] = [
  { names: ["keyword"], label: "关键词", kind: "keyword", isMany: false },
  { names: ["least"], label: "至少", kind: "number", isMany: false },
  { names: ["country"], label: "国家", kind: "options", isMany: true },
  { names: ["district_id"], label: "区域", kind: "options", isMany: false, within: "country" },
];
const sent = vi.fn<(query: Record<string, unknown>) => void>();
let view: RenderResult;
let arrive: (query: Record<string, unknown>) => void = () => undefined;

function Bar() {
  const [query, setQuery] = useState<Record<string, unknown>>({});
  arrive = setQuery;
  const { values, set, typing } = useNarrowed(filters, query, sent);
  const type = (name: string) => (event: { currentTarget: HTMLInputElement }) =>
    set({ [name]: event.currentTarget.value }, true);
  return (
    <div {...typing}>
      <input aria-label="关键词" value={String(values.keyword ?? "")} onChange={type("keyword")} />
      <input aria-label="至少" value={String(values.least ?? "")} onChange={type("least")} />
      <button type="button" onClick={() => set({ country: ["JP"] })}>
        日本
      </button>
    </div>
  );
}

const field = (name = "关键词") => screen.getByRole<HTMLInputElement>("textbox", { name });
const type = (value: string, name?: string) => fireEvent.change(field(name), { target: { value } });
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));
const come = (query: Record<string, unknown>) => act(() => arrive(query));

beforeEach(() => {
  vi.useFakeTimers();
  sent.mockClear();
  view = render(<Bar />);
});
afterEach(() => {
  vi.useRealTimers();
});

it("sends text 300 ms after the last key, or with Enter, once", () => {
  type("甲");
  pass(299);
  type("甲乙");
  pass(299);
  expect(sent).not.toHaveBeenCalled();
  pass(1);
  expect(sent.mock.calls).toEqual([[expect.objectContaining({ keyword: "甲乙" })]]);
  type("丙 ");
  fireEvent.keyDown(field(), { key: "Enter" });
  expect(sent.mock.lastCall?.[0]).toMatchObject({ keyword: "丙" });
  pass(600);
  expect(sent).toHaveBeenCalledTimes(2);
});

it("sends nothing while a word is composed, also not with the Enter that ends it", () => {
  fireEvent.compositionStart(field());
  type("wang");
  fireEvent.keyDown(field(), { key: "Enter", isComposing: true });
  pass(1_000);
  expect(sent).not.toHaveBeenCalled();
  type("王");
  fireEvent.compositionEnd(field());
  pass(300);
  expect(sent.mock.calls).toEqual([[expect.objectContaining({ keyword: "王" })]]);
});

it("sends a choice at once, with what was typed, and takes off what lay in another country", () => {
  come({ district_id: 7 });
  type("甲");
  fireEvent.click(screen.getByText("日本"));
  expect(sent.mock.calls).toEqual([
    [expect.objectContaining({ keyword: "甲", country: ["JP"], district_id: undefined })],
  ]);
  pass(600);
  expect(sent).toHaveBeenCalledTimes(1);
});

it("leaves what one types on while the answer comes, and gives way to any other address", () => {
  type("甲");
  pass(300);
  type("甲乙");
  come({ keyword: "甲" });
  expect(field().value).toBe("甲乙");
  pass(300);
  expect(sent.mock.lastCall?.[0]).toMatchObject({ keyword: "甲乙" });
  come({ keyword: "甲乙" });
  come({ keyword: "丁" });
  expect(field().value).toBe("丁");
  pass(600);
  expect(sent).toHaveBeenCalledTimes(2);
});

it("lets a number's point be typed, and sends nothing that is there already", () => {
  type("12.", "至少");
  pass(300);
  expect(sent.mock.lastCall?.[0]).toMatchObject({ least: "12" });
  come({ least: 12 });
  expect(field("至少").value).toBe("12.");
  fireEvent.keyDown(field("至少"), { key: "Enter" });
  pass(600);
  expect(sent).toHaveBeenCalledTimes(1);
});

it("sends what is typed when one leaves the field, and nothing once the list has gone", () => {
  type("甲");
  fireEvent.blur(field());
  expect(sent).toHaveBeenCalledTimes(1);
  type("乙");
  view.unmount();
  pass(600);
  expect(sent).toHaveBeenCalledTimes(1);
});
