import { Input } from "@mantine/core";
import { type ReactNode, useMemo, useRef } from "react";
import type { z } from "zod";
import basic from "~/app/basic.module.css";
import { t } from "~/app/i18n/t";
import { type PositionControlProps, useSlots } from "../slots";
import { demandedOf } from "./demanded";
import { type FieldHints, FieldInput } from "./field/fields";
import { type Field, type FormValues, fieldOf } from "./field/schema-fields";
import { entryOf, type FormEntry, type FormHandle, type FormSection } from "./form-entry";
import classes from "./record-form.module.css";

interface Filled {
  values: FormValues;
  errors: Readonly<Record<string, ReactNode>>;
  change: (name: string, value: unknown) => void;
  blur: (name: string) => void;
  handle: FormHandle;
}

interface FormSectionsProps<S extends z.ZodObject> {
  schema: S;
  whole?: z.ZodObject | undefined;
  sections: readonly FormSection<S>[];
  /** The visible tab, if they are in tabs: the fields of the others keep their state. */
  tab?: string;
  formId: string;
  form: Filled;
  /** Above the section with this field, or floating just below the field. */
  notice?: { at: string; isBelow?: boolean; shown: ReactNode };
}

export function FormSections<S extends z.ZodObject>(props: FormSectionsProps<S>) {
  const { schema, whole, sections, tab, notice, formId, form } = props;
  const drawn = useMemo(
    () =>
      sections.map(({ fields, ...section }) => ({
        ...section,
        parts: fields.map((entry) => partOf(schema, whole, entry)),
      })),
    [schema, whole, sections],
  );
  // A visited tab stays mounted, with its uploads; the others are not drawn at all.
  const seen = useRef(new Set<string | undefined>());
  seen.current.add(tab);
  const demanded = useMemo(() => demandedIn(whole ?? schema, drawn, form.values), [schema, whole, drawn, form.values]);
  return drawn
    .filter((section) => section.tab === undefined || seen.current.has(section.tab))
    .map((section, index) => (
      <fieldset
        key={section.title ?? index}
        id={section.id}
        className={`${basic.bare} ${classes.section}`}
        hidden={section.tab !== undefined && section.tab !== tab}
      >
        {section.title ? <legend tabIndex={section.id ? -1 : undefined}>{t(section.title)}</legend> : null}
        {notice && !notice.isBelow && section.parts.some(({ field }) => field.name === notice.at) ? notice.shown : null}
        <div
          className={`${basic.columns} ${classes.fields}`}
          style={{
            "--columns": "repeat(auto-fill, minmax(240px, 1fr))",
            "--on-phone": "1fr 1fr",
            alignItems: "start",
            gap: "14px 20px",
          }}
        >
          {section.parts
            .filter(({ when, isUnseen }) => !isUnseen && (when?.(form.values) ?? true))
            .map((part) => (
              <FormPart
                key={part.field.name}
                part={part}
                isDemanded={demanded.has(part.field.name)}
                formId={formId}
                form={form}
                below={notice?.isBelow && notice.at === part.field.name ? notice.shown : undefined}
              />
            ))}
        </div>
        {section.parts
          .filter(({ isUnseen, when }) => isUnseen && (when?.(form.values) ?? true))
          .map(({ field: { name } }) => (
            <div key={name} data-field={name}>
              {form.errors[name] ? (
                <Input.Error mt="xs" role="alert">
                  {form.errors[name]}
                </Input.Error>
              ) : null}
            </div>
          ))}
        {section.below?.(form.values, form.handle)}
      </fieldset>
    ));
}

function demandedIn(schema: z.ZodObject, sections: readonly { parts: readonly Part[] }[], values: FormValues) {
  const parts = sections.flatMap(({ parts }) => parts);
  const hidden = parts.filter(({ when }) => when && !when(values)).map(({ field }) => [field.name, null]);
  const fields = parts.filter(({ when }) => when?.(values) ?? true).map(({ field }) => field);
  return demandedOf(schema, fields, { ...values, ...Object.fromEntries(hidden) });
}

type Part = ReturnType<typeof partOf>;

/** An entry with its fields; made once, so that a field is rendered again only when something of it changes. */
function partOf<S extends z.ZodObject>(schema: S, whole: z.ZodObject | undefined, entry: FormEntry<S>) {
  const { name, when, isWide, isUnseen, within, longitude, code, currency, note, ...hints } = entryOf(entry);
  const own = fieldOf(schema, name);
  const demanded = { ...own, isRequired: true };
  const field = whole && fieldOf(whole, name).isRequired ? demanded : own;
  const isAlone = longitude !== undefined || ["textarea", "rich", "media", "stations", "rows"].includes(field.control);
  return {
    field,
    demanded,
    longitude: longitude && fieldOf(schema, longitude),
    code: code && fieldOf(schema, code),
    when,
    isUnseen,
    isWide: isWide ?? isAlone,
    within,
    currency,
    note,
    hints: hints as FieldHints,
  };
}

type FormPartProps = Pick<FormSectionsProps<z.ZodObject>, "formId" | "form"> & {
  part: Part;
  isDemanded: boolean;
  below?: ReactNode;
};

function FormPart({ part, isDemanded, formId, form, below }: FormPartProps) {
  const { values, errors, change, blur } = form;
  const { longitude, code, isWide, within, currency, note, hints } = part;
  const field = isDemanded ? part.demanded : part.field;
  const degrees = (one: Field) => ({
    id: `${formId}${one.name}`,
    field: one,
    value: values[one.name],
    error: errors[one.name] ?? (code && errors[code.name]),
  });
  const hasContext = note || within || code;
  const context = hasContext && {
    note: note?.(values),
    country: within && values[within],
    code: code && { field: code, value: values[code.name] },
  };
  return (
    <div data-field={longitude ? undefined : field.name} className={isWide ? basic.wide : undefined}>
      {longitude ? (
        <PositionControl lat={degrees(field)} lng={degrees(longitude)} onChange={change} onBlur={blur} />
      ) : (
        <FieldInput
          {...degrees(field)}
          hints={hints}
          currency={currency ? currency(values) : field.currency && values[field.currency]}
          context={context || undefined}
          onChange={change}
          onBlur={blur}
        />
      )}
      {below ? <div className={classes.below}>{below}</div> : null}
    </div>
  );
}

function PositionControl(props: PositionControlProps) {
  const { Position } = useSlots();
  return <Position {...props} />;
}
