import { z } from "zod";
import * as field from "../field";
import { shareKinds, shareLanguages } from "./share-kinds";

/** A line of text with its label, both as they are read. */
const Fact = z.object({ label: z.string(), value: z.string() });

const picture = z.string().nullable();

const SharedEstate = z.object({
  id: z.int(),
  name: z.string(),
  /** Its name in the language of its place, where that is another. */
  name_local: z.string().nullable(),
  place: z.string(),
  picture,
  /** More of its pictures; of several estates none. */
  pictures: z.array(z.string()),
  /** What has become of it since, such as that it is sold out. */
  notice: z.string().nullable(),
  facts: z.array(Fact),
  highlights: z.array(z.string()),
  /** Plain text, as its editor wrote it. */
  description: z.string().nullable(),
});
export type SharedEstate = z.output<typeof SharedEstate>;

/** A bill of what a purchase costs: lines, then a sum. */
const Bill = z.object({
  heading: z.string(),
  lines: z.array(Fact.extend({ basis: z.string().nullable() })),
  total: Fact,
});

const SharedQuote = z.object({
  /** Of quotations that were sent; null in a look at one that was not. */
  quotation_no: Fact.nullable(),
  valid_until: Fact,
  notice: z.string().nullable(),
  facts: z.array(Fact),
  plan: picture,
  bills: z.array(Bill),
});

/**
 * What is shared, as the client reads it: every label, day and amount in the language of the share, texts that people wrote in their own. It has no staff
 * words, no commission and no customer. The shared page and pictures are both drawn from it.
 */
export const ShareContent = z.object({
  kind: field.choice("分享内容", shareKinds),
  language: field.choice("语言", shareLanguages),
  title: z.string(),
  note: z.string().nullable(),
  /** The day of its prices, as a sentence. */
  as_of: z.string(),
  /** The rate of the second currency with its day, as a sentence. */
  rate: z.string().nullable(),
  /** Parts that are no longer offered have been left out: a sentence that says so. */
  gone: z.string().nullable(),
  estates: z.array(SharedEstate),
  quote: SharedQuote.nullable(),
  /** A comparison: a column for each of `estates`, in their order. */
  table: z.array(z.object({ label: z.string(), values: z.array(z.string()) })),
  /** Of a special page: `estates` are those that it shows. */
  special: z.object({ cover: picture, url: z.string() }).nullable(),
  /** Null where nobody is left who would answer. */
  consultant: z.object({ label: z.string(), name: z.string(), avatar: picture, phone: Fact.nullable() }).nullable(),
  disclaimer: z.string(),
});
export type ShareContent = z.output<typeof ShareContent>;
