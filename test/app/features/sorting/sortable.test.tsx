import { fireEvent, screen, within } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { Sortable } from "~/app/features/sorting/sortable";
import { renderRoute, someViewer } from "~/test/support/render-route";

const names: Record<number, string> = { 1: "港区", 2: "新宿区", 3: "中央区" };

function Districts() {
  const [ids, setIds] = useState([1, 2, 3]);
  return (
    <Sortable
      items={ids}
      idOf={(id) => id}
      nameOf={(id) => names[id] ?? ""}
      onSort={setIds}
      label="区域顺序"
      render={(id, { handle }) => (
        <>
          {handle}
          <input aria-label={`备注${id}`} />
          {names[id]}
        </>
      )}
    />
  );
}

// Entries of forty pixels below each other; jsdom lays nothing out.
beforeEach(() => {
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
    const entry = this.closest("li");
    const place = entry ? [...(entry.parentElement?.children ?? [])].indexOf(entry) : 0;
    return new DOMRect(0, place * 40, 200, 40);
  });
});

const open = () => renderRoute({ path: "/sort", module: { default: Districts } }, someViewer());
const order = () => screen.getAllByRole("listitem").map(({ textContent }) => textContent);

it("is put in order by the keyboard, and says in Chinese what happens", async () => {
  open();
  const grip = await screen.findByRole("button", { name: "移动港区" });
  grip.focus();
  const press = async (code: string) => {
    // After Space the library begins to listen with the next task.
    await new Promise((begun) => setTimeout(begun));
    fireEvent.keyDown(document.activeElement ?? document.body, { code, key: code });
  };
  await press("Space");
  expect(await screen.findByText("已拿起港区，第1个，共3个")).toBeDefined();
  await press("ArrowDown");
  expect(await screen.findByText("港区移到第2个，共3个")).toBeDefined();
  await press("Space");
  expect(await screen.findByText("港区已放在第2个，共3个")).toBeDefined();
  expect(order()).toEqual(["新宿区", "港区", "中央区"]);
  await press("Space");
  await press("Escape");
  expect(await screen.findByText("已取消，港区回到原处")).toBeDefined();
});

it("is put in order by the mouse, but not while one selects what is typed", async () => {
  open();
  const entry = (await screen.findByText("新宿区")).closest("li") as HTMLElement;
  fireEvent.mouseDown(within(entry).getByRole("textbox"), { button: 0, clientX: 10, clientY: 60 });
  fireEvent.mouseMove(document, { clientX: 10, clientY: 5 });
  fireEvent.mouseUp(document);
  expect(order()).toEqual(["港区", "新宿区", "中央区"]);
  fireEvent.mouseDown(entry, { button: 0, clientX: 10, clientY: 60 });
  fireEvent.mouseMove(document, { clientX: 10, clientY: 50 });
  expect(await screen.findByText("已拿起新宿区，第2个，共3个")).toBeDefined();
  fireEvent.mouseMove(document, { clientX: 10, clientY: 8 });
  expect(await screen.findByText("新宿区移到第1个，共3个")).toBeDefined();
  fireEvent.mouseUp(document);
  expect(order()).toEqual(["新宿区", "港区", "中央区"]);
  // For a moment the library swallows clicks, so that the end of a drag is none.
  const click = vi.fn();
  document.body.addEventListener("click", click, { once: true });
  await vi.waitUntil(() => fireEvent.click(document.body) && click.mock.calls.length > 0);
});

it("is put in order by a menu for those who cannot drag, which offers only ways that are open", async () => {
  open();
  fireEvent.click(await screen.findByRole("button", { name: "移动中央区" }));
  const items = (await screen.findAllByRole("menuitem")).map(({ textContent }) => textContent);
  expect(items).toEqual(["移到最前", "上移"]);
  fireEvent.click(screen.getByRole("menuitem", { name: "移到最前" }));
  expect(order()).toEqual(["中央区", "港区", "新宿区"]);
});
