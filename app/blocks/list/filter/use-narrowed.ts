import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { isBlank } from "~/app/blocks/detail/value";
import { useLatest } from "~/app/blocks/use-latest";
import type { Filter } from "./list-filters";

type Query = Record<string, unknown>;

const typedAfter = 300;

/** As it is sent: without unfinished input, such as a number's point. */
const clean = (value: unknown) => (typeof value === "string" ? value.trim().replace(/^(\d+)\.$/, "$1") : value);

/** A list's filters during editing: choices apply at once, typed values after 300 ms or on Enter. `typing` wraps the fields. */
export function useNarrowed(filters: readonly Filter[], query: Query, onSubmit: (query: Query) => void) {
  const names = [...filters.flatMap((filter) => filter.names), "where", "group"];
  const textOf = (values: Query) =>
    JSON.stringify(
      names.map((name) => {
        const value = clean(values[name]);
        return isBlank(value) ? null : typeof value === "number" ? String(value) : value;
      }),
    );
  const present = textOf(query);
  const [draft, setDraft] = useState({ present, values: query, sent: "" });
  // The sent value has arrived, and the user may have typed on; any other change of the address (Back, 清空, a link) replaces the typed text.
  if (draft.present !== present)
    setDraft(present === draft.sent ? { ...draft, present, sent: "" } : { present, values: query, sent: "" });
  const newest = useRef(draft.values);
  newest.current = draft.values;
  const timer = useRef<number>();
  const isComposing = useRef(false);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const send = useLatest(() => {
    window.clearTimeout(timer.current);
    timer.current = undefined;
    const text = textOf(newest.current);
    if (text === (draft.sent || present)) return;
    setDraft({ present, values: newest.current, sent: text });
    onSubmit(Object.fromEntries(names.map((name) => [name, clean(newest.current[name])])));
  });
  function sendSoon() {
    window.clearTimeout(timer.current);
    if (isComposing.current) return;
    const waiting = newest.current;
    timer.current = window.setTimeout(() => newest.current === waiting && send(), typedAfter);
  }
  function set(part: Query, isTyped = false) {
    // After another country is chosen, values of the old one make no sense.
    const narrowed = filters.filter(({ within = "" }) => within in part).flatMap((filter) => filter.names);
    const values = { ...newest.current, ...Object.fromEntries(narrowed.map((name) => [name, undefined])), ...part };
    newest.current = values;
    setDraft((before) => ({ ...before, values }));
    if (isTyped) sendSoon();
    else send();
  }
  const typing = {
    onCompositionStart: () => {
      isComposing.current = true;
      window.clearTimeout(timer.current);
    },
    onCompositionEnd: () => {
      isComposing.current = false;
      sendSoon();
    },
    onKeyDown: (event: KeyboardEvent) => {
      const { target, key } = event;
      if (key !== "Enter" || !(target instanceof HTMLInputElement)) return;
      // It may be inside a form, which it must not submit.
      event.preventDefault();
      send();
    },
    onBlur: () => timer.current !== undefined && send(),
  };
  return { values: draft.values, set, typing };
}
