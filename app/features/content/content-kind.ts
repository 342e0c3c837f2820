import type { ReactNode } from "react";
import type { z } from "zod";
import type { FormValues } from "~/app/blocks/form/field/schema-fields";
import type { FormSection } from "~/app/blocks/form/form-entry";
import type { ContentKind } from "~/contract/content/content-kinds";
import type { slugEndpoint } from "~/contract/content/page-fields";
import type { contentEndpoints, lifeDetail, lifeOf } from "~/contract/content/publishing";
import type { Access } from "~/contract/endpoint";
import { metaOf } from "~/contract/field";
import { formTexts } from "../editor/picture-files";

type Output<S extends z.ZodRawShape> = z.output<z.ZodObject<S>>;

export type LifeRow = Output<typeof lifeOf> & { title: string };
export type ContentRecord = LifeRow & Output<typeof lifeDetail> & FormValues;

type Path = `/${string}`;
export type ContentEndpoints = ReturnType<
  typeof contentEndpoints<Path, Access, Access, Access, z.ZodType, z.ZodType, z.ZodType<ContentRecord>, z.ZodObject>
>;

export interface ContentKindOf {
  kind: ContentKind;
  endpoints: ContentEndpoints;
  whole: z.ZodObject;
  /** If the kind has its own addresses on the site. */
  slug?: ReturnType<typeof slugEndpoint<Path, Access>>;
  listPath: string;
  formPath: (id?: number, isDraft?: boolean) => string;
  begin: FormValues;
  sections: (record: ContentRecord | undefined) => readonly FormSection<z.ZodObject>[];
  inForm?: (record: ContentRecord) => ContentRecord;
  /** Next to the fields, in place of the SEO panel. */
  aside?: (record: ContentRecord | undefined, isDraft: boolean) => ReactNode;
  /** Its form has formatted texts in nested fields, and is also only for the desktop (domain D.0). */
  isDesktopOnly?: true;
  /** The default description for search engines, the fields of the text, and the cover field, if a publication requires one. */
  seo?: { desc: string; text: string | readonly string[]; cover?: string };
  checks?: (record: ContentRecord | undefined, values: FormValues) => ReactNode;
}

export const richNames = ({ endpoints }: ContentKindOf): string[] =>
  Object.entries(endpoints.create.body.shape).flatMap(([name, type]) =>
    metaOf(type as z.ZodType).control === "rich" ? [name] : [],
  );

/** Formatted texts are written on the desktop (domain D.0). */
export const isForDesktop = (kind: ContentKindOf): boolean => kind.isDesktopOnly ?? richNames(kind).length > 0;

export const formRecord = (kind: ContentKindOf, record: ContentRecord): ContentRecord => {
  const held = { ...record, ...formTexts(record, richNames(kind)) };
  return kind.inForm?.(held) ?? held;
};
