import { useForm } from "@mantine/form";
import { zod4Resolver } from "mantine-form-zod-resolver";
import { type FormEvent, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { z } from "zod";
import type { WriteError } from "~/app/api/writes";
import { t } from "~/app/i18n/t";
import { type FieldError, outerField } from "~/contract/errors";
import type { Draft } from "./drafts";
import { type FormValues, fieldOf, formValues } from "./field/schema-fields";
import { followed, same } from "./follow-record";
import { type FormHandle, type FormSection, isShown, type Name, namesOf } from "./form-entry";
import { type FormTabs, useFormTabs } from "./form-tabs";
import { useDraft } from "./use-draft";

/** Spread into `run`'s last argument: tells the form the result of its submission, and runs `after` with the reply on success. */
export type Then = <Data>(after?: (data: Data) => void) => {
  onSuccess: (data: Data) => void;
  onError: (error: WriteError) => void;
  /** It waits for the network: the form is done with, though nobody has answered. */
  onKept: () => void;
};

const isRecord = (data: unknown): data is FormValues =>
  typeof data === "object" && data !== null && !Array.isArray(data);

export interface FormContent<S extends z.ZodObject> {
  schema: S;
  /** The same with later requirements, such as for publication: its fields have the star, but it may be sent without them. */
  whole?: z.ZodObject;
  sections: readonly FormSection<S>[];
  value: FormValues;
  /** Hidden values to send, such as the version that was read. */
  extra?: FormValues;
  /** Screen and record, e.g. `customer-edit:7`: the form keeps a draft and asks before unsaved input is left; one such form a page. */
  draft?: string;
  /** Without a draft: the name under which typed text is kept if another person takes over the tab; offered only to its author. */
  rescue?: string | undefined;
  /** Other acts of the page change the record as well: such changes are silently taken over where nothing was typed. */
  isFollowing?: boolean;
  /** Values that change with a field, such as a country's currency. */
  follows?: (name: string, next: unknown) => FormValues | undefined;
  /** Field errors from another act of the page: a new list is shown, and its first field focused. */
  complaints?: readonly FieldError[];
  pending: boolean;
  submitLabel?: string;
  onSubmit: (body: z.output<S>, then: Then) => void;
}

interface FormHooks<S extends z.ZodObject> {
  tabs?: FormTabs;
  onLeave?: (name: Name<S>, values: FormValues) => void;
}

export function useFormState<S extends z.ZodObject>(content: FormContent<S>, { tabs, onLeave }: FormHooks<S>) {
  const { schema, sections, value, extra: given, draft, rescue, isFollowing, pending, onSubmit } = content;
  const fields = useMemo(
    () => sections.flatMap((section) => section.fields.flatMap(namesOf).map((name) => fieldOf(schema, name))),
    [schema, sections],
  );
  // The record as it was when the form opened: a background reload must not make a new version look read.
  const [base, setBase] = useState(() => formValues(schema, fields, value));
  const [extra, setExtra] = useState<FormValues>(given ?? {});
  const [theirs, setTheirs] = useState<FormValues>();
  // Whether it appeared while the user typed, not on sending.
  const [isMeanwhile, setIsMeanwhile] = useState(false);
  const root = useRef<HTMLFormElement>(null);

  /** What would be sent: without hidden fields. */
  const bodyOf = (values: FormValues, along: FormValues): FormValues => {
    const shown = sections.flatMap((section) =>
      section.fields.filter((entry) => isShown(entry, values)).flatMap(namesOf),
    );
    return { ...along, ...Object.fromEntries(shown.map((name) => [name, values[name]])) };
  };
  const validate = (values: FormValues) =>
    byField(zod4Resolver(schema, { errorPriority: "first" })(bodyOf(values, extra)));
  const form = useForm<FormValues>({ initialValues: base, validate, clearInputErrorOnChange: true });
  const isDirty = form.isDirty();
  const keep = useDraft(draft, { values: form.values, extra, isDirty }, rescue);

  const focusField = useFormTabs({ tabs, sections, root, errors: form.errors, isDirty });

  const complain = (list: readonly FieldError[]) => {
    form.setErrors(byField(Object.fromEntries(list.map(({ field, message }) => [field, message]))));
    focusField(list.map(({ field }) => outerField(field)));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is about the last message, not about the form.
  useEffect(() => {
    if (content.complaints?.length) complain(content.complaints);
  }, [content.complaints]);

  const finish = (sent: FormValues) => {
    keep.finish();
    setTheirs(undefined);
    setBase(sent);
    form.resetDirty(sent);
  };
  const thenOf =
    (sent: FormValues): Then =>
    <Data>(after?: (data: Data) => void) => ({
      onKept: () => finish(sent),
      onSuccess: (data: Data) => {
        finish(sent);
        // A form that stays open continues with what it has written.
        if (isRecord(data) && "version" in extra) setExtra({ ...extra, version: data.version });
        after?.(data);
      },
      onError: (error: WriteError) => {
        if (error.code === 40901 && isRecord(error.data)) {
          setIsMeanwhile(false);
          return setTheirs(error.data);
        }
        complain(error.fields);
      },
    });

  const send = (values: FormValues, along: FormValues) => {
    const parsed = schema.safeParse(bodyOf(values, along));
    if (parsed.success) return onSubmit(parsed.data, thenOf(values));
    const errors = validate(values);
    form.setErrors(errors);
    focusField(Object.keys(errors));
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    // For React, a form in a modal is inside the page's own form.
    event.stopPropagation();
    form.onSubmit(
      (values) => send(values, extra),
      (errors) => focusField(Object.keys(errors)),
    )(event);
  };

  const resolve = (values: FormValues) => {
    const along = { ...extra, version: theirs?.version };
    setExtra(along);
    form.setValues(values);
    send(values, along);
  };
  const discard = () => {
    const present = formValues(schema, fields, theirs ?? {});
    setBase(present);
    form.setValues(present);
    form.resetDirty(present);
    setExtra({ ...extra, version: theirs?.version });
    setTheirs(undefined);
    keep.finish();
  };
  const restore = ({ values, extra: along }: Draft) => {
    form.setValues(values);
    setExtra(along);
    keep.closeOffer();
  };

  const follow = () => {
    const next = formValues(schema, fields, value);
    const values = followed({ base, next, mine: form.values });
    const isVersioned = given !== undefined && "version" in given;
    if (!isFollowing && !(isVersioned && given.version !== extra.version)) return;
    // A pending save handles its own conflicts.
    if (theirs || (pending && !(isFollowing && values))) return;
    if (!values || (!isFollowing && isDirty && !same(next, base))) {
      if (!isVersioned) return;
      setIsMeanwhile(true);
      return setTheirs({ ...value, ...given });
    }
    setExtra({ ...extra, ...given });
    // Reloaded unchanged: its errors stay.
    if (same(next, base)) return;
    setBase(next);
    form.setValues(values);
    form.resetDirty(next);
  };
  // The page has loaded its record again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is about what was loaded, not about what is typed.
  useEffect(follow, [value]);

  // FieldInput is memoised: it must not get new handlers with every key.
  const latest = useRef(form);
  latest.current = form;
  const follows = useRef(content.follows);
  follows.current = content.follows;
  const change = useCallback((name: string, next: unknown) => {
    const along = Object.entries(follows.current?.(name, next) ?? {});
    for (const [field, value] of [[name, next] as const, ...along]) latest.current.setFieldValue(field, value);
  }, []);
  const leave = useRef(onLeave);
  leave.current = onLeave;
  const blur = useCallback((name: string) => {
    latest.current.validateField(name);
    leave.current?.(name, latest.current.values);
  }, []);
  // One by one: the errors of other fields stay.
  const write = (part: FormValues) => {
    const given = fields.filter(({ name }) => name in part);
    for (const [name, value] of Object.entries(formValues(schema, given, part))) form.setFieldValue(name, value);
  };
  const handle: FormHandle = {
    send: (along) => send(form.values, { ...extra, ...along }),
    fill: (part) => {
      write(part);
      form.resetDirty(base);
    },
    begin: (part) => {
      const wasTyped = form.isDirty();
      write(part);
      const next = wasTyped ? base : form.getValues();
      setBase(next);
      form.resetDirty(next);
    },
    drop: () => {
      keep.finish();
      form.resetDirty();
    },
  };

  return {
    root,
    values: form.values,
    errors: form.errors,
    fields,
    base,
    theirs,
    isMeanwhile,
    draft: keep,
    handle,
    submit,
    resolve,
    discard,
    restore,
    change,
    blur,
  };
}

export type FormState = ReturnType<typeof useFormState>;

/** A list's item errors are shown at the list; those of a row's cell name the row. */
const byField = (errors: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(errors)
      .reverse()
      .map(([path, message]) => {
        const [, name = path, row] = /^([^.]+)\.(\d+)\./.exec(path) ?? [];
        return [
          outerField(name),
          row === undefined
            ? String(message)
            : t("第{n}条：{message}", { n: Number(row) + 1, message: String(message) }),
        ];
      }),
  );
