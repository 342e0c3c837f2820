import type { FormErrors } from "@mantine/form";
import { type RefObject, useEffect, useRef } from "react";
import type { z } from "zod";
import { type FormSection, namesOf } from "./form-entry";

export interface FormState {
  wrong: readonly string[];
  isDirty: boolean;
}

export interface FormTabs {
  /** The query name that holds the visible tab: changing it does not leave the form. */
  name: string;
  /** The visible one; any other name while the form is hidden. */
  present: string;
  open: (tab: string) => void;
  /** Must keep its identity. */
  onState: (state: FormState) => void;
}

interface TabbedForm<S extends z.ZodObject> {
  tabs: FormTabs | undefined;
  sections: readonly FormSection<S>[];
  root: RefObject<HTMLFormElement>;
  errors: FormErrors;
  isDirty: boolean;
}

/** Reports the state of a form's tabs; returns a function that focuses the first of these fields, if possible in the open tab. */
export function useFormTabs<S extends z.ZodObject>({ tabs, sections, root, errors, isDirty }: TabbedForm<S>) {
  const places = sections.flatMap(({ tab, fields }) => fields.flatMap(namesOf).map((name) => ({ name, tab })));
  const wrong = [...new Set(places.filter(({ name }) => name in errors).map(({ tab }) => tab))].join();
  const report = tabs?.onState;
  // Marks are outside the form.
  useEffect(() => report?.({ wrong: wrong.split(",").filter(Boolean), isDirty }), [report, wrong, isDirty]);

  // The first one drawn: its control, or the place of its error. A dialog that takes the focus as it opens gives it to the same.
  const focus = (names: readonly string[]) => {
    const place = names
      .map((name) => root.current?.querySelector<HTMLElement>(`[data-field="${name}"]`))
      .find((one) => one && !one.closest("[hidden]"));
    const input = place?.querySelector<HTMLElement>(":is(input, textarea, button):not([type=hidden], [type=file])");
    const target = input ?? place;
    if (!input && place) place.tabIndex = -1;
    target?.setAttribute("data-autofocus", "");
    target?.focus();
  };
  const wanted = useRef<readonly string[]>([]);
  const present = tabs?.present;
  // The address opens a tab: its fields can be reached only then.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the tab has changed, and only then.
  useEffect(() => {
    focus(wanted.current);
    wanted.current = [];
  }, [present]);

  return (names: readonly string[]) => {
    const listed = places.filter(({ name }) => names.includes(name));
    const { tab } = listed.find((one) => one.tab === present) ?? listed[0] ?? {};
    const there = listed.filter((one) => one.tab === tab).map(({ name }) => name);
    if (!tab || !tabs || tab === present) return focus(there);
    wanted.current = there;
    tabs.open(tab);
  };
}
