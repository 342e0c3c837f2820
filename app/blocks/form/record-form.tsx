import { Button, Stack } from "@mantine/core";
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react";
import type { z } from "zod";
import basic from "~/app/basic.module.css";
import { t } from "~/app/i18n/t";
import { shortcutProps, useShortcuts } from "../shortcuts/shortcuts";
import { type FormValues, formValues } from "./field/schema-fields";
import type { FormHandle, Name } from "./form-entry";
import { FormSections } from "./form-sections";
import type { FormTabs } from "./form-tabs";
import { LeaveGuard, OverlayGuard } from "./leave-guard";
import classes from "./record-form.module.css";
import { StaleVersion } from "./stale-version";
import { DraftOffer } from "./use-draft";
import { type FormContent, type FormState, useFormState } from "./use-form-state";

export type { FormEntry, FormHandle, FormSection } from "./form-entry";
export type { Then } from "./use-form-state";

/** A message about the whole form, such as a refusal with ways out: above the section of a field, so that it is in sight. */
export interface FormNotice<S extends z.ZodObject> {
  at: Name<S>;
  /** Floats just below the field: nothing moves. */
  isBelow?: boolean;
  show: (form: FormHandle) => ReactNode;
}

export interface RecordFormProps<S extends z.ZodObject> {
  form: FormContent<S>;
  /** In a dialog, which closes without asking but by Back: the draft is offered on reopening, and 取消 drops it. The page may have its own form. */
  isInDialog?: boolean;
  /** Longer than the screen: the button stays in sight. */
  isLong?: boolean;
  isDanger?: boolean;
  notice?: FormNotice<S>;
  focused?: Name<S>;
  tabs?: FormTabs;
  /** A field was left, with the form's values at that time: for checks during further typing. */
  onLeave?: (name: Name<S>, values: FormValues) => void;
  /** More ways to send it, such as 保存并下一个, the main one last. `onWay` gets the clicked index before sending, -1 for the form's own. */
  ways?: readonly string[];
  onWay?: (way: number) => void;
  /** Next to its fields, below them on the phone, from the form's values. */
  aside?: (values: FormValues, form: FormHandle) => ReactNode;
  onCancel?: () => void;
}

const none: readonly string[] = [];

/** A record's form, from its contract: validation, server errors, stale versions, drafts, question before leaving. Keyed by the record. */
export function RecordForm<S extends z.ZodObject>(props: RecordFormProps<S>) {
  const { isInDialog, isDanger, notice, focused, tabs, onLeave, ways = none, onWay, aside, onCancel } = props;
  const { schema, whole, sections, draft, pending, submitLabel } = props.form;
  const form = useFormState(props.form, { tabs, onLeave });
  useFocused(form.root, focused);
  const formId = useId();
  const save = useRef<HTMLButtonElement>(null);
  const meant = useRef<HTMLButtonElement>(null);
  const label = submitLabel ?? t("保存");
  // Ctrl+Enter runs the main one.
  const last = ways.at(-1);
  useShortcuts(
    "form",
    () => [
      { key: "mod+S", label, run: () => save.current?.click() },
      { key: "mod+Enter", label: last ?? label, run: () => (meant.current ?? save.current)?.click() },
    ],
    form.root,
  );
  // The pressed one spins; the others wait.
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
      className={basic.column}
      style={{ gap: 20 }}
      data-long={props.isLong || undefined}
      onSubmit={form.submit}
      noValidate
    >
      {isInDialog ? <OverlayGuard isDirty={form.draft.dirty} /> : null}
      {draft && !isInDialog ? <LeaveGuard isDirty={form.draft.dirty} tabs={tabs?.name} /> : null}
      {form.draft.offer ? (
        <DraftOffer draft={form.draft.offer} onRestore={form.restore} onDiscard={form.draft.finish} />
      ) : null}
      {form.theirs ? <TheirVersion schema={schema} form={form} theirs={form.theirs} pending={pending} /> : null}
      <div className={aside && `${classes.beside} ${basic.grid}`}>
        <Stack gap={20} className={basic.shrinks}>
          <FormSections
            {...{ schema, whole, sections, form, formId }}
            tab={tabs?.present}
            notice={notice && { ...notice, shown: notice.show(form.handle) }}
          />
        </Stack>
        {aside ? <aside className={classes.aside}>{aside(form.values, form.handle)}</aside> : null}
      </div>
      <div className={`${classes.foot} ${basic.flex} ${basic.end} ${basic.gap8}`} data-form-foot>
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
  // Once, on mount.
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
