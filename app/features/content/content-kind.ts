import type { ReactNode } from "react";
import type { z } from "zod";
import type { FormSection } from "~/app/blocks/form/form-entry";
import type { FormValues } from "~/app/blocks/form/schema-fields";
import type { ContentKind } from "~/contract/content/content-kinds";
import type { slugEndpoint } from "~/contract/content/page-fields";
import type { contentEndpoints, lifeDetail, lifeOf } from "~/contract/content/publishing";
import type { Access } from "~/contract/endpoint";
import { metaOf } from "~/contract/field";
import { formTexts } from "../editor/picture-files";

type Output<S extends z.ZodRawShape> = z.output<z.ZodObject<S>>;

/** A piece of any kind as its list has it. */
export type LifeRow = Output<typeof lifeOf> & { title: string };
/** The same in its form. */
export type ContentRecord = LifeRow & Output<typeof lifeDetail> & FormValues;

type Path = `/${string}`;
export type ContentEndpoints = ReturnType<
  typeof contentEndpoints<Path, Access, Access, Access, z.ZodType, z.ZodType, z.ZodType<ContentRecord>, z.ZodObject>
>;

/** A kind of content as its screens show it: a constant, of which lists, forms, previews and versions are made. */
export interface ContentKindOf {
  kind: ContentKind;
  endpoints: ContentEndpoints;
  /** The contract's schema of what a publication demands. */
  whole: z.ZodObject;
  /** Where the kind has addresses of its own on the site. */
  slug?: ReturnType<typeof slugEndpoint<Path, Access>>;
  listPath: string;
  /** Of a new one without a number. */
  formPath: (id?: number, isDraft?: boolean) => string;
  begin: FormValues;
  /** What the form shows, out of what it began with. */
  sections: (record: ContentRecord | undefined) => readonly FormSection<z.ZodObject>[];
  /** A record as its form holds it, where more than its own formatted texts is kept in another way. */
  inForm?: (record: ContentRecord) => ContentRecord;
  /** Stands beside the fields, in the place of what search engines make of them. */
  aside?: (record: ContentRecord | undefined, isDraft: boolean) => ReactNode;
  /** Its form holds formatted texts deeper in its fields, and is for the desktop alone as well (domain D.0). */
  isDesktopOnly?: true;
  /** What search engines are told where nothing was written for them, the fields that the text stands in, and the cover's where a publication demands one. */
  seo?: { desc: string; text: string | readonly string[]; cover?: string };
  /** What the kind checks beyond that, of what stands in the form a little later. */
  checks?: (record: ContentRecord | undefined, values: FormValues) => ReactNode;
}

/** The fields of a kind that hold formatted text. */
export const richNames = ({ endpoints }: ContentKindOf): string[] =>
  Object.entries(endpoints.create.body.shape).flatMap(([name, type]) =>
    metaOf(type as z.ZodType).control === "rich" ? [name] : [],
  );

/** Formatted texts are written on the desktop (domain D.0). */
export const isForDesktop = (kind: ContentKindOf): boolean => kind.isDesktopOnly ?? richNames(kind).length > 0;

/** A piece as its form holds it. */
export const formRecord = (kind: ContentKindOf, record: ContentRecord): ContentRecord => {
  const held = { ...record, ...formTexts(record, richNames(kind)) };
  return kind.inForm?.(held) ?? held;
};
