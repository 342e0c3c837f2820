import type { FormErrors } from "@mantine/form";
import { type RefObject, useEffect, useRef } from "react";
import type { z } from "zod";
import { type FormSection, namesOf } from "./form-entry";

export interface FormState {
  /** The tabs in which something is wrong. */
  wrong: readonly string[];
  isDirty: boolean;
}

/** Of a form whose sections lie in tabs, which whoever holds it draws. */
export interface FormTabs {
  /** The query's name that says which is seen: changing it does not leave the form. */
  name: string;
  /** The one that is seen; any other name while something beside the form is. */
  present: string;
  /** Opens the one where something is wrong. */
  open: (tab: string) => void;
  /** Always the same function. */
  onState: (state: FormState) => void;
}

interface TabbedForm<S extends z.ZodObject> {
  tabs: FormTabs | undefined;
  sections: readonly FormSection<S>[];
  root: RefObject<HTMLFormElement>;
  errors: FormErrors;
  isDirty: boolean;
}

/** Tells how a form's tabs stand; gives the way to the first of these fields, in the tab that is open if one of them is there, else by opening another. */
export function useFormTabs<S extends z.ZodObject>({ tabs, sections, root, errors, isDirty }: TabbedForm<S>) {
  const places = sections.flatMap(({ tab, fields }) => fields.flatMap(namesOf).map((name) => ({ name, tab })));
  const wrong = [...new Set(places.filter(({ name }) => name in errors).map(({ tab }) => tab))].join();
  const report = tabs?.onState;
  // Marks stand outside the form.
  useEffect(() => report?.({ wrong: wrong.split(",").filter(Boolean), isDirty }), [report, wrong, isDirty]);

  // The first that is drawn: its control, or the place where its error stands. A dialog that takes the focus as it opens gives it to the same.
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
  // A tab opens with the address: what is in it can be reached only then.
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
