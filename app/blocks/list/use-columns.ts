import { useEffect, useMemo } from "react";
import { call } from "~/app/api/call";
import { changeSetting, persisted, useSetting } from "~/app/browser/persisted";
import { useProfile } from "~/app/session/viewer-context";
import { type ColumnChoice, type Profile, user } from "~/contract/personal/user";

/** Which columns a list shows, and in which order: all of the present ones, saved or not. */
export interface ColumnState {
  order: string[];
  hidden: string[];
}

const isNames = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((name) => typeof name === "string");

function readChoice(value: unknown): ColumnChoice {
  const { order, hidden } = (value ?? {}) as Partial<Record<keyof ColumnChoice, unknown>>;
  return { order: isNames(order) ? order : [], hidden: isNames(hidden) ? hidden : [] };
}

/** A saved choice laid over the present columns: unknown ones are dropped, new ones stand where the screen puts them, and never are all hidden. */
export function mergeColumns(saved: unknown, keys: readonly string[]): ColumnState {
  const choice = readChoice(saved);
  const order = choice.order.filter((key, index) => keys.includes(key) && choice.order.indexOf(key) === index);
  for (const [index, key] of keys.entries()) {
    if (order.includes(key)) continue;
    const before = keys.slice(0, index).findLast((other) => order.includes(other));
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, key);
  }
  const hidden = choice.hidden.filter((key) => keys.includes(key));
  return { order, hidden: hidden.length < keys.length ? hidden : [] };
}

/** The profile whose choices the local copy holds; the layout keeps one profile for long, and what is saved here is newer than it. */
let adopted: Profile["preferences"] | undefined;

/** The columns of the saved view that is shown, which go before the user's own and are not theirs to keep. */
interface ViewColumns {
  shown: ColumnChoice | null;
  onChange: (choice: ColumnChoice | null) => void;
}

/** A list's columns as this user wants them: the server's preferences are the truth, `setting.columns` their local copy. */
export function useColumns(screen: string, keys: readonly string[], view: ViewColumns) {
  const { preferences } = useProfile();
  const local = useSetting("columns");
  const isNewer = adopted !== preferences;

  // A profile that has just come from the server goes before the local copy, which another device may have outdated.
  useEffect(() => {
    if (!isNewer) return;
    adopted = preferences;
    changeSetting({ columns: preferences.columns });
  }, [isNewer, preferences]);

  async function save(choice: ColumnState | undefined) {
    if (view.shown) return view.onChange(choice ?? { order: [], hidden: [] });
    const { [screen]: _, ...others } = Object.fromEntries(
      Object.entries(persisted().setting.columns).map(([name, saved]) => [name, readChoice(saved)]),
    );
    const columns = choice ? { ...others, [screen]: choice } : others;
    adopted = preferences;
    changeSetting({ columns });
    // Not an action: nothing on the page is read from the answer, and a failure, which has been told, leaves the local copy.
    await call(user.update, { body: { preferences: { columns } } }).catch(() => undefined);
  }

  const saved = view.shown ?? (isNewer ? preferences.columns : local)[screen];
  // The same object as long as it says the same: a table works everything out anew for another one.
  const said = JSON.stringify(mergeColumns(saved, keys));
  const present = useMemo<ColumnState>(() => JSON.parse(said), [said]);
  return { present, save };
}
