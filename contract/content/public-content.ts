import { z } from "zod";
import { isPlainText, languages } from "../common";
import { endpoint, type Line, type Nothing } from "../endpoint";

/** What pages of the company's site read (domain E.6): without a token, kept by browsers and caches for so long, and never longer than it is true. */
export const publicRead = <const L extends Line, R extends z.ZodType, Q extends z.ZodType = Nothing>(
  line: L,
  summary: string,
  parts: { query?: Q; reply: R; sharedFor?: "page" | "dictionary" },
) => endpoint(line, summary, "public", { sharedFor: "page", ...parts });

/** Query: one language of several; what a piece does not have in it is answered in Chinese, else in its first. */
export const publicLang = () =>
  z
    .enum(Object.keys(languages) as [keyof typeof languages])
    .default("zh")
    .meta({ label: "语言" });

export const publicSlug = (label: string) => z.string().trim().max(80).refine(isPlainText).optional().meta({ label });

export const publicPage = {
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  page_size: z.coerce.number().int().min(1).max(100).default(20).meta({ label: "每页条数" }),
};

export const publicPicture = z.string().nullable();

/** What a page needs to show a picture well, beside its address. */
export const publicSet = z
  .object({
    /** For the attribute of that name: the narrower copies that are ready, and the whole picture; empty where there is none. */
    srcset: z.string(),
    width: z.int().nullable(),
    height: z.int().nullable(),
    /** Percent of width and height: what a frame of another shape keeps in sight (`object-position`). */
    focus: z.object({ x: z.int(), y: z.int() }).nullable(),
    /** In the language of the page. */
    alt: z.string().nullable(),
  })
  .nullable();
export type PublicSet = z.output<typeof publicSet>;

export const PublicSeo = z.object({
  title: z.string(),
  desc: z.string().nullable(),
  keywords: z.array(z.string()),
  canonical: z.string().nullable(),
  /** Structured data as JSON text, with `<` escaped, so that a script element may contain it as it is. */
  json_ld: z.string(),
});

/** What a piece says of its languages. */
export const inLanguages = {
  /** The others that are public. */
  alternates: z.array(z.object({ lang: z.string(), slug: z.string(), url: z.string().nullable() })),
  /** For its page's head: each language with the page's address, its own too, and `x-default`. Empty where there is one language alone, or the site has no address. */
  hreflang: z.array(z.object({ hreflang: z.string(), url: z.string() })),
};

export const EstateCard = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  cover: publicPicture,
  cover_set: publicSet,
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  url: z.string().nullable(),
});
export type EstateCard = z.output<typeof EstateCard>;
