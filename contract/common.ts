import { z } from "zod";
import { where } from "./where";

export const pageSizes = [10, 20, 50, 100] as const;

export const listLimit = 10_000;
/** The limit up to which a tab counts its rows; beyond it shows the limit less one, and a plus. */
export const tabLimit = 1_000;

const commaList = (value: unknown) =>
  typeof value === "string"
    ? value
        .split(",")
        .map((part) => part.trim())
        .filter(Boolean)
    : value;

/** Up to when figures are complete, where they do not come from the primary. */
export const asOf = z.string().optional();

const controlCharacters = /(?![\n\r\t])\p{Cc}/u;

/** Whether a text can be kept and searched for: the database takes no NUL, and people see none of the others. Ends of lines come in every spelling. */
export const isPlainText = (text: string) => !controlCharacters.test(text);

export const csv = <T extends z.ZodType>(item: T) =>
  z
    .preprocess(
      commaList,
      z.array(item).check(
        z.maxLength(100),
        z.refine((list) => list.every((one) => typeof one !== "string" || isPlainText(one)), "含有不能使用的字符"),
      ),
    )
    .optional();

export const mostChosen = 500;

const chosen = z
  .preprocess(commaList, z.array(z.coerce.number().int().positive()).max(mostChosen, `一次最多选择${mostChosen}条`))
  .optional();
/** Query of an export: only these of the rows that its filter finds. */
export const chosenIds = () => chosen;

export const oneOf = <T extends Record<string, string>>(options: T) =>
  csv(z.enum(Object.keys(options) as [keyof T & string, ...(keyof T & string)[]]));

const anyBit = z
  .preprocess(
    (value) => (value === "1" || value === true ? true : value === "0" || value === false ? false : value),
    z.boolean(),
  )
  .optional();
const anyId = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional();
const anyDay = z.iso
  .date()
  .refine((day) => day >= "1900-01-01" && day <= "2999-12-31", "日期应在1900年至2999年之间")
  .optional();
export function queryDays<const N extends string>(name: N, label?: string) {
  const end = (which: string) => (label ? queryDay().meta({ label: `${label}（${which}）` }) : queryDay());
  const days = { [`${name}_from`]: end("起"), [`${name}_to`]: end("止") };
  return days as Record<`${N}_from` | `${N}_to`, typeof anyDay>; // by these names
}

const anyKeyword = z
  .string()
  .check(z.trim(), z.maxLength(50, "关键词不能超过50个字"), z.refine(isPlainText, "关键词含有不能使用的字符"))
  .optional();

export const bit = () => anyBit;

export const queryId = () => anyId;

/** Query: a calendar day, Asia/Shanghai, inclusive on both ends of a range; 1900–2999, which every date column takes. */
export const queryDay = () => anyDay;

export const keyword = () => anyKeyword;

const anyContactKeyword = anyKeyword.meta({ findsContacts: true });

/** The same of a list that also finds records by their contacts: what may be a whole contact is counted (domain 0, Lists). */
export const contactKeyword = () => anyContactKeyword;

const anyPage = {
  page: z.coerce.number().int().min(1).max(listLimit).default(1),
  page_size: z.coerce.number().int().pipe(z.literal(pageSizes)).default(20),
};
const anyGroup = z.string().max(60).optional();

/** The query of a list: page, page_size, sort (`field` or `-field` out of `sorts`), the list's own filters, `where` over what they and the sorts name (`whereFields`), and `group` by one of those that are a choice. */
export function listQuery<F extends z.ZodRawShape, const S extends readonly string[]>(
  filters: F,
  sorts: S,
  sort: S[number] | `-${S[number]}`,
) {
  const allowed = sorts.flatMap((name) => [name, `-${name}`]) as [S[number] | `-${S[number]}`];
  return z.object({
    ...anyPage,
    // `sort` is one of `allowed`, which its type says in another way.
    sort: z.enum(allowed).default(sort as never),
    where: where(),
    group: anyGroup,
    ...filters,
  });
}

const group = z.object({ value: z.string().nullable(), count: z.int(), count_capped: z.boolean() });
export type Group = z.output<typeof group>;

/** The reply of a list. `total` is exact up to 10,000; above that it is 10000 and `total_capped` is true. */
export const page = <R extends z.ZodType>(row: R) => z.object({ list: z.array(row), ...ofPage });
const ofPage = {
  total: z.int(),
  total_capped: z.boolean(),
  page: z.int(),
  page_size: z.int(),
  groups: z.array(group).optional(),
};

export type Page<T> = {
  list: T[];
  total: number;
  total_capped: boolean;
  page: number;
  page_size: number;
  groups?: Group[] | undefined;
};

/** Of a record in a queue: the most urgent other record that waits for the caller, and how many more wait. */
export const inQueue = { next_id: z.int().nullable(), left: z.int() };

export const ref = z.object({ id: z.int(), name: z.string() });
export type Ref = z.output<typeof ref>;

export const ids = (max = 100) =>
  z.array(z.int().positive()).min(1, "请选择记录").max(max, `一次最多选择${max}条`).meta({ label: "记录" });

export const batchReply = z.object({
  success: z.array(z.int()),
  failed: z.array(z.object({ id: z.int(), code: z.int(), message: z.string() })),
  batch_id: z.int().nullable(),
});
export type BatchReply = z.output<typeof batchReply>;

export const change = z.object({
  field: z.string(),
  label: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type Change = z.output<typeof change>;

export const option = z.object({
  value: z.union([z.string(), z.number()]),
  label: z.string(),
  color: z.string().nullable().optional(),
  disabled: z.boolean().optional(),
});
export type Option = z.output<typeof option>;

export const languages = { zh: "简体中文", zh_tw: "繁體中文", ja: "日本語", en: "English" } as const;
export type Language = keyof typeof languages;
/** A language as pages and search engines name it (BCP 47). */
export const languageTag = (lang: string): string => lang.replace("_", "-");
/** Those whose catalogue is complete (app/i18n/catalogues.ts), so that people may choose them. */
export const offeredLanguages = { zh: languages.zh } as const;
