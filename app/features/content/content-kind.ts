import type { z } from "zod";
import type { FormSection } from "~/app/blocks/form/form-entry";
import type { FormValues } from "~/app/blocks/form/schema-fields";
import type { BuiltKind } from "~/contract/content/content-kinds";
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
  kind: BuiltKind;
  endpoints: ContentEndpoints;
  /** Where the kind has addresses of its own on the site. */
  slug?: ReturnType<typeof slugEndpoint<Path, Access>>;
  listPath: string;
  /** Of a new one without a number. */
  formPath: (id?: number, isDraft?: boolean) => string;
  begin: FormValues;
  /** What the form shows, out of what it began with. */
  sections: (record: ContentRecord | undefined) => readonly FormSection<z.ZodObject>[];
  /** What search engines are told where nothing was written for them, and where the text stands. */
  seo?: { desc: string; text: string };
}

/** The fields of a kind that hold formatted text. */
const richNames = ({ endpoints }: ContentKindOf): string[] =>
  Object.entries(endpoints.create.body.shape).flatMap(([name, type]) =>
    metaOf(type as z.ZodType).control === "rich" ? [name] : [],
  );

/** A piece as its form holds it. */
export const formRecord = (kind: ContentKindOf, record: ContentRecord): ContentRecord => ({
  ...record,
  ...formTexts(record, richNames(kind)),
});
