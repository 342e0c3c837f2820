import { Button } from "@mantine/core";
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react";
import type { z } from "zod";
import { t } from "~/app/i18n/t";
import { shortcutProps, useShortcuts } from "../shortcuts/shortcuts";
import type { FormHandle, Name } from "./form-entry";
import { FormSections } from "./form-sections";
import type { FormTabs } from "./form-tabs";
import { LeaveGuard } from "./leave-guard";
import classes from "./record-form.module.css";
import { type FormValues, formValues } from "./schema-fields";
import { StaleVersion } from "./stale-version";
import { DraftOffer } from "./use-draft";
import { type FormContent, type FormState, useFormState } from "./use-form-state";

export type { FormEntry, FormHandle, FormSection } from "./form-entry";
export type { Then } from "./use-form-state";

/** What stands in a form about the whole of it, such as a refusal with ways out: above the section of a field, so that the eye is there. */
export interface FormNotice<S extends z.ZodObject> {
  at: Name<S>;
  /** Just below the field, over what stands there: nothing moves. */
  isBelow?: boolean;
  show: (form: FormHandle) => ReactNode;
}

export interface RecordFormProps<S extends z.ZodObject> {
  form: FormContent<S>;
  /** In a dialog, which closes without asking: the draft is offered when it opens again, and 取消 gives it up. The page may have a form of its own. */
  isInDialog?: boolean;
  /** Longer than the screen: the button stays in sight. */
  isLong?: boolean;
  /** The button is red: what it does cannot be taken back. */
  isDanger?: boolean;
  notice?: FormNotice<S>;
  /** The field that takes the focus as soon as it stands. */
  focused?: Name<S>;
  /** Its sections lie in tabs. */
  tabs?: FormTabs;
  /** A field was left, with what the form then held: for what is checked while one types on. */
  onLeave?: (name: Name<S>, values: FormValues) => void;
  /** Further ways to send it, such as 保存并下一个, the last of which is the one that is meant most. `onWay` says before it is sent which was clicked: its place among them, -1 for the form's own. */
  ways?: readonly string[];
  onWay?: (way: number) => void;
  /** Stands beside its fields, below them on the phone, out of what stands in the form. */
  aside?: (values: FormValues, form: FormHandle) => ReactNode;
  onCancel?: () => void;
}

const none: readonly string[] = [];

/** The form of a record, out of its contract: validation, server errors on their fields, stale versions, drafts and the question before leaving. Keyed by the record. */
export function RecordForm<S extends z.ZodObject>(props: RecordFormProps<S>) {
  const { isInDialog, isDanger, notice, focused, tabs, onLeave, ways = none, onWay, aside, onCancel } = props;
  const { schema, whole, sections, draft, pending, submitLabel } = props.form;
  const form = useFormState(props.form, { tabs, onLeave });
  useFocused(form.root, focused);
  const formId = useId();
  const save = useRef<HTMLButtonElement>(null);
  const meant = useRef<HTMLButtonElement>(null);
  const label = submitLabel ?? t("保存");
  // Ctrl+Enter is the one that the form offers first.
  const last = ways.at(-1);
  useShortcuts(
    "form",
    () => [
      { key: "mod+S", label, run: () => save.current?.click() },
      { key: "mod+Enter", label: last ?? label, run: () => (meant.current ?? save.current)?.click() },
    ],
    form.root,
  );
  // The one that was pressed turns; the others wait.
  const [pressed, setPressed] = useState(-1);
  const press = (way: number) => ({
    loading: pending && pressed === way,
    disabled: pending && pressed !== way,
    onClick: () => {
      setPressed(way);
      onWay?.(way);
    },
  });
  const cancel = () => {
    if (isInDialog) form.draft.finish();
    onCancel?.();
  };
  return (
    <form
      ref={form.root}
      className={classes.form}
      data-long={props.isLong || undefined}
      onSubmit={form.submit}
      noValidate
    >
      {draft && !isInDialog ? <LeaveGuard isDirty={form.draft.dirty} tabs={tabs?.name} /> : null}
      {form.draft.offer ? (
        <DraftOffer draft={form.draft.offer} onRestore={form.restore} onDiscard={form.draft.finish} />
      ) : null}
      {form.theirs ? <TheirVersion schema={schema} form={form} theirs={form.theirs} pending={pending} /> : null}
      <div className={aside && classes.beside}>
        <div className={classes.sections}>
          <FormSections
            {...{ schema, whole, sections, form, formId }}
            tab={tabs?.present}
            notice={notice && { ...notice, shown: notice.show(form.handle) }}
          />
        </div>
        {aside ? <aside className={classes.aside}>{aside(form.values, form.handle)}</aside> : null}
      </div>
      <div className={classes.foot} data-form-foot>
        {onCancel ? (
          <Button variant="default" onClick={cancel}>
            {t("取消")}
          </Button>
        ) : null}
        <Button
          ref={save}
          {...shortcutProps(label, last ? "mod+S" : "mod+Enter")}
          type="submit"
          variant={last ? "default" : undefined}
          color={isDanger ? "red.9" : undefined}
          {...press(-1)}
        >
          {label}
        </Button>
        {ways.map((way, index) => (
          <Button
            key={way}
            ref={way === last ? meant : undefined}
            {...(way === last ? shortcutProps(way, "mod+Enter") : {})}
            type="submit"
            variant={way === last ? undefined : "default"}
            {...press(index)}
          >
            {way}
          </Button>
        ))}
      </div>
    </form>
  );
}

/** A dialog that takes the focus later gives it to the same field. */
function useFocused(root: RefObject<HTMLFormElement>, name: string | undefined) {
  // Once, as the form comes.
  useEffect(() => {
    if (name === undefined) return;
    const input = root.current?.querySelector<HTMLElement>(`[data-field="${name}"] :is(input, textarea)`);
    input?.setAttribute("data-autofocus", "");
    input?.focus();
  }, [root, name]);
}

interface TheirVersionProps {
  schema: z.ZodObject;
  form: FormState;
  theirs: FormValues;
  pending: boolean;
}

/** What somebody else has changed meanwhile, beside what was typed. */
function TheirVersion({ schema, form, theirs, pending }: TheirVersionProps) {
  const { fields, base, values, isMeanwhile, resolve, discard } = form;
  return (
    <StaleVersion
      fields={fields.filter(({ name }) => name in theirs)}
      base={base}
      mine={values}
      theirs={formValues(schema, fields, theirs)}
      pending={pending}
      isMeanwhile={isMeanwhile}
      onResolve={resolve}
      onDiscard={discard}
    />
  );
}
