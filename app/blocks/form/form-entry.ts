import type { ReactNode } from "react";
import type { z } from "zod";
import type { FieldHints } from "./fields";
import type { FormValues } from "./schema-fields";

// What screens say of their forms, apart from what draws one: a list has many, and shows none until it is asked for.

export type Name<S extends z.ZodObject> = keyof S["shape"] & string;

/** A field by its name, or with what the contract does not say of it. */
export type FormEntry<S extends z.ZodObject> =
  | Name<S>
  | ({
      name: Name<S>;
      /** Shown, and sent, only while this holds of what stands in the form. */
      when?: (values: FormValues) => boolean;
      isWide?: boolean;
      /** Goes along with the others, but is not drawn: what stands below its section writes it; what is wrong with it is said there. */
      isUnseen?: boolean;
      /** The field whose country, or countries, narrow what is searched here. */
      within?: Name<S>;
      /** The longitude that goes with this latitude: both are drawn as one place, with a map where there is one. */
      longitude?: Name<S>;
      /** Of a phone number: its country code, which is chosen inside of the field. */
      code?: Name<S>;
      /** What its amount is in, where that is not what the contract's field beside it holds. */
      currency?: (values: FormValues) => unknown;
      /** Said under its label, out of what stands in the form; nothing: the contract's help. */
      note?: (values: FormValues) => ReactNode;
    } & FieldHints);

/** What a notice, or what stands below a section, may do with its form. */
export interface FormHandle {
  /** Sends it, with these values going along unseen. */
  send: (along: FormValues) => void;
  /** Writes these values into its fields, as if they were typed. */
  fill: (part: FormValues) => void;
  /** Forgets what was typed and the draft of it, before one goes elsewhere. */
  drop: () => void;
}

export interface FormSection<S extends z.ZodObject> {
  title?: string;
  /** Of the element, for links to it. */
  id?: string;
  /** In a form of tabs: where it lies. */
  tab?: string;
  fields: readonly FormEntry<S>[];
  /** Below its fields, out of what stands in the form; what is chosen there is written into it by the handle. */
  below?: (values: FormValues, form: FormHandle) => ReactNode;
}

/** The entry with its defaults. */
export const entryOf = <S extends z.ZodObject>(entry: FormEntry<S>) =>
  (typeof entry === "string" ? { name: entry } : entry) as Exclude<FormEntry<S>, string>;

/** The fields that an entry draws. */
export function namesOf<S extends z.ZodObject>(entry: FormEntry<S>): Name<S>[] {
  const { name, longitude, code } = entryOf(entry);
  return [name, longitude, code].filter((one) => one !== undefined);
}

/** The sections with each field as wide as the form. */
export const inOneColumn = <S extends z.ZodObject>(sections: readonly FormSection<S>[]): FormSection<S>[] =>
  sections.map((section) => ({
    ...section,
    fields: section.fields.map(
      (entry): FormEntry<S> => ({ isWide: true, ...(typeof entry === "string" ? { name: entry } : entry) }),
    ),
  }));

export const isShown = <S extends z.ZodObject>(entry: FormEntry<S>, values: FormValues): boolean =>
  entryOf(entry).when?.(values) ?? true;
