import { type RefObject, useEffect } from "react";
import { t } from "~/app/i18n/t";
import { useLatest } from "../use-latest";

/** Where a shortcut works. The first of these takes a key that several know. */
export const shortcutGroups = { form: "表单", drawer: "抽屉", record: "记录", list: "列表", frame: "全局" } as const;
export type ShortcutGroup = keyof typeof shortcutGroups;

export interface Shortcut {
  /** `J`, `/`, `Enter`, `Escape`; `mod+K` is with Ctrl or ⌘, and works also during typing. */
  key: string;
  /** What it does, translated. */
  label: string;
  /** Absent if the browser does it by itself: then it is only listed. */
  run?: () => void;
}
type Offered = Shortcut | false | undefined;

interface Layer {
  group: ShortcutGroup;
  offered: () => readonly Offered[];
  root: () => HTMLElement | null;
}

const layers = new Set<Layer>();
const ranks = Object.keys(shortcutGroups);

/**
 * Offers shortcuts while its component is mounted; evaluated on each key press, so acts that are impossible now are given as false. One
 * listener serves all: docs/decisions/1350-forms-and-keys.md.
 */
export function useShortcuts(
  group: ShortcutGroup,
  offered: () => readonly Offered[],
  root?: RefObject<HTMLElement | null>,
): void {
  const latest = useLatest(offered);
  // Keys are pressed wherever the focus is.
  useEffect(() => {
    const layer: Layer = { group, offered: latest, root: () => root?.current ?? null };
    // Capturing: before the dialog that the same Esc closes is gone.
    if (layers.size === 0) window.addEventListener("keydown", press, true);
    layers.add(layer);
    return () => {
      layers.delete(layer);
      if (layers.size === 0) window.removeEventListener("keydown", press, true);
    };
  }, [group, latest, root]);
}

export function shortcutsInForce(target: EventTarget | null): (Shortcut & { group: ShortcutGroup })[] {
  const modal = [...document.querySelectorAll("[aria-modal=true]")].at(-1);
  const own = target instanceof Element ? target.closest("[role=dialog], [role=menu], [role=listbox]") : null;
  const near = (layer: Layer) => (target instanceof Node && layer.root()?.contains(target) ? 0 : 1);
  const reached = [...layers]
    .reverse()
    .filter((layer) => isReached(layer, modal, own))
    .sort((a, b) => ranks.indexOf(a.group) - ranks.indexOf(b.group) || near(a) - near(b));
  const known = new Set<string>();
  return reached.flatMap(({ group, offered }) =>
    offered().flatMap((one) => {
      if (!one || known.has(one.key)) return [];
      known.add(one.key);
      return [{ ...one, group }];
    }),
  );
}

function isReached({ root }: Layer, modal: Element | undefined, own: Element | null): boolean {
  const element = root();
  if (modal && !(element && modal.contains(element))) return false;
  if (!own || own === modal || own.contains(element)) return true;
  // Next to a drawer that is not modal its list stays usable.
  return [...layers].some((layer) => layer.group === "drawer" && layer.root() === own);
}

function press(event: KeyboardEvent): void {
  if (event.altKey) return;
  const { target } = event;
  const isMod = event.ctrlKey || event.metaKey;
  const hit = shortcutsInForce(target).find(({ key }) => isPressed(key, event));
  // Blocks the browser's own, such as saving the page, while a dialog covers the target.
  if (!hit && isMod && [...layers].some(({ offered }) => offered().some((one) => one && isPressed(one.key, event))))
    event.preventDefault();
  if (!hit?.run || (!isMod && isBusy(target, event.key))) return;
  event.preventDefault();
  hit.run();
}

function isPressed(key: string, { key: pressed, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  const isMod = key.startsWith("mod+");
  if (isMod !== (ctrlKey || metaKey) || (isMod && shiftKey)) return false;
  // A Chinese keyboard types full-width ？ and ／.
  return pressed.normalize("NFKC").toLowerCase() === key.replace("mod+", "").toLowerCase();
}

function isBusy(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (isTyping(target) || target.matches("[aria-expanded=true]")) return true;
  return key === "Enter" && target.matches("a, button, input, summary");
}

export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.matches("input:not([type=checkbox], [type=radio]), textarea, select") || target.isContentEditable);

const isMac = () => /Mac|iPhone|iPad/.test(window.navigator.platform);
const names: Readonly<Record<string, string>> = { Escape: "Esc" };

export function keyText(key: string): string {
  if (key.startsWith("mod+")) return `${isMac() ? "⌘" : "Ctrl"} ${key.slice(4)}`;
  return names[key] ?? key;
}

export const shortcutProps = (label: string, key: string | undefined) =>
  key === undefined
    ? {}
    : {
        title: t("{label}（{key}）", { label, key: keyText(key) }),
        "aria-keyshortcuts": key.startsWith("mod+") ? `Control+${key.slice(4)} Meta+${key.slice(4)}` : key,
      };
