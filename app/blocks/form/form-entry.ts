import type { ReactNode } from "react";
import type { z } from "zod";
import type { FieldHints } from "./field/fields";
import type { FormValues } from "./field/schema-fields";

// Form declarations, apart from the components that draw them: a list has many, and shows none until one is opened.

export type Name<S extends z.ZodObject> = keyof S["shape"] & string;

/** A field by its name, or with settings that the contract does not have. */
export type FormEntry<S extends z.ZodObject> =
  | Name<S>
  | ({
      name: Name<S>;
      /** Shown, and sent, only while this is true for the form's values. */
      when?: (values: FormValues) => boolean;
      isWide?: boolean;
      /** Sent with the others, but not drawn: the part below its section sets it, and shows its error. */
      isUnseen?: boolean;
      /** The field whose country, or countries, narrow what is searched here. */
      within?: Name<S>;
      /** The longitude that goes with this latitude: both are drawn as one place, with a map where there is one. */
      longitude?: Name<S>;
      /** For a phone number: its country code, which is chosen inside the field. */
      code?: Name<S>;
      /** The amount's currency, if it is not the value of the contract's field. */
      currency?: (values: FormValues) => unknown;
      /** Shown under its label, from the form's values; undefined: the contract's help. */
      note?: (values: FormValues) => ReactNode;
    } & FieldHints);

export interface FormHandle {
  send: (along: FormValues) => void;
  fill: (part: FormValues) => void;
  /** The same, as if the form had opened with it: what nobody has typed is not asked about. */
  begin: (part: FormValues) => void;
  drop: () => void;
}

export interface FormSection<S extends z.ZodObject> {
  title?: string;
  id?: string;
  tab?: string;
  fields: readonly FormEntry<S>[];
  /** Below its fields, from the form's values; it writes into the form by the handle. */
  below?: (values: FormValues, form: FormHandle) => ReactNode;
}

export const entryOf = <S extends z.ZodObject>(entry: FormEntry<S>) =>
  (typeof entry === "string" ? { name: entry } : entry) as Exclude<FormEntry<S>, string>;

export function namesOf<S extends z.ZodObject>(entry: FormEntry<S>): Name<S>[] {
  const { name, longitude, code } = entryOf(entry);
  return [name, longitude, code].filter((one) => one !== undefined);
}

export const inOneColumn = <S extends z.ZodObject>(sections: readonly FormSection<S>[]): FormSection<S>[] =>
  sections.map((section) => ({
    ...section,
    fields: section.fields.map(
      (entry): FormEntry<S> => ({ isWide: true, ...(typeof entry === "string" ? { name: entry } : entry) }),
    ),
  }));

export const isShown = <S extends z.ZodObject>(entry: FormEntry<S>, values: FormValues): boolean =>
  entryOf(entry).when?.(values) ?? true;
