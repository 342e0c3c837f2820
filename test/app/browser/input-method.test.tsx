import { readdirSync, readFileSync } from "node:fs";
import { MantineProvider, Modal, Select, TagsInput, TextInput } from "@mantine/core";
import { DateTimePicker } from "@mantine/dates";
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { useShortcuts } from "~/app/blocks/shortcuts/shortcuts";

/** The key that ends a word: as Chromium and Firefox report it, while it still composes, and as Safari does, right after the word. */
const endings = [
  { isComposing: true, keyCode: 229 },
  { isComposing: false, keyCode: 229 },
];

/** A word that is typed by an input method and ended by a key. */
function compose(field: HTMLElement, word: string, key: string, ending: (typeof endings)[number]): void {
  fireEvent.compositionStart(field);
  fireEvent.input(field, { target: { value: word } });
  if (!ending.isComposing) fireEvent.compositionEnd(field);
  fireEvent.keyDown(field, { key, code: key, ...ending });
  if (ending.isComposing) fireEvent.compositionEnd(field);
}

const drawn = (what: React.ReactElement) => render(<MantineProvider env="test">{what}</MantineProvider>);

it.each(endings)("keeps the key that ends a word from the kit's fields and dialogs: $isComposing", (ending) => {
  const onTags = vi.fn();
  const onClose = vi.fn();
  const onChoice = vi.fn();
  drawn(
    <Modal opened onClose={onClose} transitionProps={{ duration: 0 }}>
      <TagsInput label="标签" value={["甲"]} onChange={onTags} />
      <Select label="选择" data={["一", "二"]} searchable selectFirstOptionOnChange onChange={onChoice} />
      <DateTimePicker label="时间" />
    </Modal>,
  );
  const tags = screen.getByRole("textbox", { name: "标签" });
  const select = screen.getByRole("textbox", { name: "选择" });
  compose(tags, "乙", "Enter", ending);
  compose(tags, "", "Backspace", ending);
  fireEvent.click(select);
  compose(select, "二", "Enter", ending);
  compose(tags, "乙", "Escape", ending);
  for (const heard of [onTags, onChoice, onClose]) expect(heard).not.toHaveBeenCalled();

  fireEvent.input(tags, { target: { value: "乙" } });
  fireEvent.keyDown(tags, { key: "Enter", keyCode: 13 });
  expect(onTags).toHaveBeenCalledWith(["甲", "乙"]);
  fireEvent.keyDown(tags, { key: "Escape", keyCode: 27 });
  expect(onClose).toHaveBeenCalledOnce();
});

function Part({ heard }: { heard: () => void }) {
  useShortcuts("form", () => [{ key: "mod+Enter", label: "保存", run: heard }]);
  return <TextInput label="内容" onKeyDown={heard} />;
}

it.each(endings)("keeps it from handlers and shortcuts of ours: $isComposing", (ending) => {
  const heard = vi.fn();
  drawn(<Part heard={heard} />);
  const field = screen.getByRole("textbox", { name: "内容" });
  compose(field, "你好", "Enter", ending);
  fireEvent.keyDown(field, { key: "Enter", ctrlKey: true, ...ending });
  expect(heard).not.toHaveBeenCalled();
  fireEvent.keyDown(field, { key: "Enter", ctrlKey: true });
  expect(heard).toHaveBeenCalledTimes(2);
});

it("is the one place that knows of keys of input methods", () => {
  const files = ["app", "visitor"].flatMap((place) =>
    readdirSync(place, { recursive: true, encoding: "utf8" }).map((file) => `${place}/${file}`),
  );
  const knowing = files
    .filter((file) => /\.tsx?$/.test(file))
    .filter((file) => /\bkeyCode\b|[eE]vent\.isComposing|on[kK]ey[pP]ress/.test(readFileSync(file, "utf8")));
  // The visitor's window is loaded by itself, and is given nothing of the app.
  expect(knowing.sort()).toEqual(["app/browser/input-method.ts", "visitor/window/view.ts"]);
});
