import { useEffect, useMemo } from "react";
import { call } from "~/app/api/call";
import { changeSetting, persisted, useSetting } from "~/app/browser/persisted";
import { useProfile } from "~/app/session/viewer-context";
import { type ColumnChoice, type Density, densities, type Profile, user } from "~/contract/personal/user";
import type { Column } from "./list-columns";

type Chosen = Pick<Column<never>, "key" | "isExtra" | "isExtraTo">;

/** Which columns a list shows, and in which order: all of the present ones, saved or not. */
export interface ColumnState {
  order: string[];
  hidden: string[];
  density: Density;
}

const isNames = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((name) => typeof name === "string");

function readChoice(value: unknown): ColumnChoice {
  const { order, hidden, density } = (value ?? {}) as Partial<Record<keyof ColumnChoice, unknown>>;
  const lines = typeof density === "string" && density in densities ? (density as Density) : "normal";
  return { order: isNames(order) ? order : [], hidden: isNames(hidden) ? hidden : [], density: lines };
}

export const columnsFor = (viewer: Profile, columns: readonly Chosen[]): Chosen[] =>
  columns.map(({ isExtraTo, ...column }) => (isExtraTo?.(viewer) ? { ...column, isExtra: true } : column));

/** Applies a saved choice: unknown columns are dropped, new ones placed as on the screen, extra ones hidden, but never all. */
export function mergeColumns(saved: unknown, columns: readonly Chosen[]): ColumnState {
  const keys = columns.map(({ key }) => key);
  const choice = readChoice(saved);
  const isChosen = (key: string) => choice.order.includes(key) && !choice.hidden.includes(key);
  const order = choice.order.filter((key, index) => keys.includes(key) && choice.order.indexOf(key) === index);
  for (const [index, key] of keys.entries()) {
    if (order.includes(key)) continue;
    const before = keys.slice(0, index).findLast((other) => order.includes(other));
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, key);
  }
  const hidden = columns.flatMap(({ key, isExtra }) =>
    choice.hidden.includes(key) || (isExtra && !isChosen(key)) ? [key] : [],
  );
  return { order, hidden: hidden.length < keys.length ? hidden : [], density: choice.density ?? "normal" };
}

/** The profile that the local copy was made from; the layout keeps one profile for long, and what is saved here is newer. */
let adopted: Profile["preferences"] | undefined;

interface ViewColumns {
  shown: ColumnChoice | null;
  onChange: (choice: ColumnChoice | null) => void;
}

/** A list's columns as this user wants them: the server's preferences are the truth, `setting.columns` their local copy. */
export function useColumns(screen: string, columns: readonly Chosen[], view: ViewColumns) {
  const viewer = useProfile();
  const { preferences } = viewer;
  const local = useSetting("columns");
  const isNewer = adopted !== preferences;

  // A fresh profile from the server overrides the local copy, which another device may have outdated.
  useEffect(() => {
    if (!isNewer) return;
    adopted = preferences;
    changeSetting({ columns: preferences.columns });
  }, [isNewer, preferences]);

  async function save(choice: ColumnState | undefined) {
    if (view.shown) return view.onChange(choice ?? { order: [], hidden: [], density: "normal" });
    const { [screen]: _, ...others } = Object.fromEntries(
      Object.entries(persisted().setting.columns).map(([name, saved]) => [name, readChoice(saved)]),
    );
    const columns = choice ? { ...others, [screen]: choice } : others;
    adopted = preferences;
    changeSetting({ columns });
    // Not an action: the answer changes nothing on the page, and a failure, already shown, leaves the local copy.
    await call(user.update, { body: { preferences: { columns } } }).catch(() => undefined);
  }

  const saved = view.shown ?? (isNewer ? preferences.columns : local)[screen];
  // The same object while its content is equal: a table recalculates everything for a new one.
  const said = JSON.stringify(mergeColumns(saved, columnsFor(viewer, columns)));
  const present = useMemo<ColumnState>(() => JSON.parse(said), [said]);
  return { present, save };
}
