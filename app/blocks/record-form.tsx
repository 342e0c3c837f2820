import { Button } from "@mantine/core";
import { useForm } from "@mantine/form";
import { zod4Resolver } from "mantine-form-zod-resolver";
import { type FormEvent, lazy, type ReactNode, Suspense, useCallback, useId, useMemo, useRef, useState } from "react";
import type { z } from "zod";
import type { WriteError } from "~/app/api/writes";
import { t } from "~/app/i18n/t";
import type { Draft } from "./drafts";
import { type FieldHints, FieldInput } from "./fields";
import { LeaveGuard } from "./leave-guard";
import type { Degrees } from "./position-field";
import classes from "./record-form.module.css";
import { type Field, type FormValues, fieldOf, formValues } from "./schema-fields";
import { StaleVersion } from "./stale-version";
import { DraftOffer, useDraft } from "./use-draft";

const PositionField = lazy(() => import("./position-field").then((module) => ({ default: module.PositionField })));

type Name<S extends z.ZodObject> = keyof S["shape"] & string;

/** A field by its name, or with what the contract does not say of it. */
export type FormEntry<S extends z.ZodObject> =
  | Name<S>
  | ({
      name: Name<S>;
      /** Shown, and sent, only while this holds of what stands in the form. */
      when?: (values: FormValues) => boolean;
      isWide?: boolean;
      /** The field whose country, or countries, narrow what is searched here. */
      within?: Name<S>;
      /** The longitude that goes with this latitude: both are drawn as one place, with a map where there is one. */
      longitude?: Name<S>;
    } & FieldHints);

export interface FormSection<S extends z.ZodObject> {
  title?: string;
  /** Of the element, for links to it. */
  id?: string;
  fields: readonly FormEntry<S>[];
}

/** Spread into `run`'s last argument: lets the form hear how its submission went, and `after` follow a success. */
export type Then = (after?: () => void) => { onSuccess: (data: unknown) => void; onError: (error: WriteError) => void };

/** What the acts of a notice may do with the form that they stand in. */
export interface FormHandle {
  /** Sends it, with these values going along unseen. */
  send: (along: FormValues) => void;
  /** Forgets what was typed and the draft of it, before one goes elsewhere. */
  drop: () => void;
}

/** What stands in a form about the whole of it, such as a refusal with ways out: above the section of a field, so that the eye is there. */
export interface FormNotice<S extends z.ZodObject> {
  at: Name<S>;
  show: (form: FormHandle) => ReactNode;
}

export interface RecordFormProps<S extends z.ZodObject> {
  /** The contract's body schema: labels, controls, limits, options, required marks, messages. */
  schema: S;
  sections: readonly FormSection<S>[];
  /** The record, or what a new one begins with. */
  value: FormValues;
  /** Sent along unseen, such as the version that was read. */
  extra?: FormValues;
  /** Screen and record, e.g. `customer-edit:7`. With it the form keeps a draft and asks before one leaves it unsaved; one such form a page. */
  draft?: string;
  /** In a dialog, which closes without asking: the draft is offered when it opens again, and 取消 gives it up. The page may have a form of its own. */
  isInDialog?: boolean;
  pending: boolean;
  submitLabel?: string;
  /** Longer than the screen: the button stays in sight. */
  isLong?: boolean;
  /** The button is red: what it does cannot be taken back. */
  isDanger?: boolean;
  notice?: FormNotice<S>;
  /** A field was left, with what the form then held: for what is checked while one types on. */
  onLeave?: (name: Name<S>, values: FormValues) => void;
  onSubmit: (body: z.output<S>, then: Then) => void;
  onCancel?: () => void;
}

const isRecord = (data: unknown): data is FormValues =>
  typeof data === "object" && data !== null && !Array.isArray(data);

/** The entry with its defaults. */
const entryOf = <S extends z.ZodObject>(entry: FormEntry<S>) =>
  (typeof entry === "string" ? { name: entry } : entry) as Exclude<FormEntry<S>, string>;

/** The fields that an entry draws. */
function namesOf<S extends z.ZodObject>(entry: FormEntry<S>): Name<S>[] {
  const { name, longitude } = entryOf(entry);
  return longitude ? [name, longitude] : [name];
}

/** The form of a record, out of its contract: validation, server errors on their fields, stale versions, drafts and the question before leaving. Keyed by the record. */
export function RecordForm<S extends z.ZodObject>(props: RecordFormProps<S>) {
  const { schema, sections, value, draft, isInDialog, pending, submitLabel, isDanger, notice, onSubmit } = props;
  const fields = useMemo(
    () => sections.flatMap((section) => section.fields.flatMap(namesOf).map((name) => fieldOf(schema, name))),
    [schema, sections],
  );
  // The record as it was when the form opened: a reload in the background must not make a new version look read.
  const [initial] = useState(() => formValues(schema, fields, value));
  const [extra, setExtra] = useState<FormValues>(props.extra ?? {});
  const [theirs, setTheirs] = useState<FormValues>();
  const root = useRef<HTMLFormElement>(null);
  const formId = useId();

  const isShown = (entry: FormEntry<S>, values: FormValues) => entryOf(entry).when?.(values) ?? true;
  /** What would be sent: hidden fields stay behind. */
  const bodyOf = (values: FormValues, along: FormValues): FormValues => {
    const shown = sections.flatMap((section) =>
      section.fields.filter((entry) => isShown(entry, values)).flatMap(namesOf),
    );
    return { ...along, ...Object.fromEntries(shown.map((name) => [name, values[name]])) };
  };
  const validate = (values: FormValues) =>
    byField(zod4Resolver(schema, { errorPriority: "first" })(bodyOf(values, extra)));
  const form = useForm<FormValues>({ initialValues: initial, validate, clearInputErrorOnChange: true });
  const isDirty = form.isDirty();
  const keep = useDraft(draft, { values: form.values, extra, isDirty });

  const focusField = (names: readonly string[]) => {
    const first = fields.find(({ name }) => names.includes(name))?.name;
    if (first)
      root.current
        ?.querySelector<HTMLElement>(`[data-field="${first}"] :is(input, textarea, button):not([type=hidden])`)
        ?.focus();
  };

  const then: Then = (after) => ({
    onSuccess: (data) => {
      keep.finish();
      setTheirs(undefined);
      // A form that stays open goes on from what it has written.
      if (isRecord(data) && "version" in extra) setExtra({ ...extra, version: data.version });
      form.resetDirty();
      after?.();
    },
    onError: (error) => {
      if (error.code === 40901 && isRecord(error.data)) return setTheirs(error.data);
      form.setErrors(byField(Object.fromEntries(error.fields.map(({ field, message }) => [field, message]))));
      focusField(error.fields.map(({ field }) => baseName(field)));
    },
  });

  const send = (values: FormValues, along: FormValues) => {
    const parsed = schema.safeParse(bodyOf(values, along));
    if (parsed.success) return onSubmit(parsed.data, then);
    const errors = validate(values);
    form.setErrors(errors);
    focusField(Object.keys(errors));
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    // A form in a modal lies, for React, inside the page's own form.
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
    form.setInitialValues(present);
    form.setValues(present);
    setExtra({ ...extra, version: theirs?.version });
    setTheirs(undefined);
    keep.finish();
  };
  const restore = ({ values, extra: along }: Draft) => {
    form.setValues(values);
    setExtra(along);
    keep.closeOffer();
  };

  const cancel = () => {
    if (isInDialog) keep.finish();
    props.onCancel?.();
  };

  // FieldInput is memoised: it must not get new handlers with every key.
  const latest = useRef(form);
  latest.current = form;
  const change = useCallback((name: string, next: unknown) => latest.current.setFieldValue(name, next), []);
  const leave = useRef(props.onLeave);
  leave.current = props.onLeave;
  const blur = useCallback((name: string) => {
    latest.current.validateField(name);
    leave.current?.(name, latest.current.values);
  }, []);
  const handle: FormHandle = {
    send: (along) => send(form.values, { ...extra, ...along }),
    drop: () => {
      keep.finish();
      form.resetDirty();
    },
  };

  return (
    <form ref={root} className={classes.form} data-long={props.isLong || undefined} onSubmit={submit} noValidate>
      {draft && !isInDialog ? <LeaveGuard isDirty={keep.dirty} /> : null}
      {keep.offer ? <DraftOffer draft={keep.offer} onRestore={restore} onDiscard={keep.finish} /> : null}
      {theirs ? (
        <StaleVersion
          fields={fields.filter(({ name }) => name in theirs)}
          base={initial}
          mine={form.values}
          theirs={formValues(schema, fields, theirs)}
          pending={pending}
          onResolve={resolve}
          onDiscard={discard}
        />
      ) : null}
      {sections.map((section, index) => (
        <fieldset key={section.title ?? index} id={section.id} className={classes.section}>
          {section.title ? <legend tabIndex={section.id ? -1 : undefined}>{t(section.title)}</legend> : null}
          {notice && section.fields.some((entry) => entryOf(entry).name === notice.at) ? notice.show(handle) : null}
          <div className={classes.grid}>
            {section.fields
              .filter((entry) => isShown(entry, form.values))
              .map((entry) => {
                const { name, when: _, isWide, within, longitude, ...hints } = entryOf(entry);
                if (longitude) {
                  const [lat, lng] = [name, longitude].map((one) => ({
                    id: `${formId}${one}`,
                    field: fields.find((other) => other.name === one) as Field,
                    value: form.values[one],
                    error: form.errors[one],
                  })) as [Degrees, Degrees];
                  return (
                    <div key={name} className={classes.wide}>
                      <Suspense fallback={<div style={{ height: 62 }} />}>
                        <PositionField lat={lat} lng={lng} onChange={change} onBlur={blur} />
                      </Suspense>
                    </div>
                  );
                }
                const field = fields.find((other) => other.name === name) as Field;
                const wide = isWide ?? ["textarea", "media", "stations"].includes(field.control);
                return (
                  <div key={name} data-field={name} className={wide ? classes.wide : undefined}>
                    <FieldInput
                      id={`${formId}${name}`}
                      field={field}
                      hints={hints}
                      country={within && form.values[within]}
                      value={form.values[name]}
                      error={form.errors[name]}
                      onChange={change}
                      onBlur={blur}
                    />
                  </div>
                );
              })}
          </div>
        </fieldset>
      ))}
      <div className={classes.foot}>
        {props.onCancel ? (
          <Button variant="default" onClick={cancel}>
            {t("取消")}
          </Button>
        ) : null}
        <Button type="submit" color={isDanger ? "red.9" : undefined} loading={pending}>
          {submitLabel ?? t("保存")}
        </Button>
      </div>
    </form>
  );
}

const baseName = (path: string) => path.split(".")[0] ?? path;

/** Errors of a list's items stand at the list. */
function byField(errors: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(errors).map(([path, message]) => [baseName(path), String(message)]));
}
