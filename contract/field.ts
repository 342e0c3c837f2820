import { z } from "zod";
import { isPlainText } from "./common";
import { complaintOf } from "./complaint";
import { formatNumber } from "./decimal";
import type { FigureKey, FigureText } from "./figures";
import type { Scene } from "./shared/option";

z.config({
  localeError: (issue) => complaintOf(issue, issue.schema ? (metaOf(issue.schema as z.ZodType).label ?? "") : ""),
});

/** What a schema says of itself beyond its type: read by the form, the table, the export, the audit line and OpenAPI. */
export interface FieldMeta {
  label?: string;
  control?:
    | "text"
    | "textarea"
    | "select"
    | "multi-select"
    | "number"
    | "money"
    | "date"
    | "instant"
    | "switch"
    | "password"
    | "phone"
    | "media"
    /** `YYYY-MM`. */
    | "month"
    /** Short texts typed freely. */
    | "tags"
    /** Formatted text (contract/content/rich-text.ts). */
    | "rich"
    /** Rows of line, station and minutes. */
    | "stations"
    /** Rows of the fields of an object, added and removed one by one. */
    | "rows";
  /** Value → label of an enum that the code owns. */
  options?: Readonly<Record<string, string>>;
  /** Value → what the option means, shown next to its label in the choice. */
  notes?: Readonly<Record<string, string>>;
  /** Names a person of the company: shown with their face. */
  isPerson?: true;
  /** Scene of the dictionary (or `users`, `countries`, …) that its values come from. */
  scene?: Scene;
  /** An empty value means the server's now; 现在 is shown in its place. */
  isNow?: true;
  /** A moment to come: the calendar offers no day that is past. */
  isAhead?: true;
  help?: string;
  unit?: string;
  /** Of an amount: the field next to it that holds its currency. */
  currency?: string;
  /** Of an amount that is owed or paid: it is read to its last digit, never in 万. */
  isExact?: true;
  /** The figure that it is; its name shows the definition: by its key, or, for a figure of few screens, by its text. */
  figure?: FigureKey | FigureText;
  /** Of a district: the highest level that may be chosen, 1 being the highest of all. */
  minLevel?: number;
  /** Taken letter by letter, as source and tokens are: passwords and formatted texts are anyway. */
  isLiteral?: true;
  /** A keyword that also finds records by their contacts. */
  findsContacts?: true;
  /** Decimals that a number takes, where not two. */
  decimals?: number;
}

declare module "zod" {
  interface GlobalMeta extends FieldMeta {}
}

/** A schema just made, with what it says of itself. `.meta` would make it once more: a first visit makes thousands before it shows anything. */
function described<T extends z.ZodType>(fresh: T, meta: FieldMeta): T {
  const schema: z.ZodType = fresh;
  schema.register(z.globalRegistry, { ...meta });
  return fresh;
}

function trimmed(label: string, max: number, minimum: number) {
  const tooShort = minimum === 1 ? `请输入${label}` : `${label}至少${minimum}个字`;
  return z
    .string({ error: `请输入${label}` })
    .check(
      z.trim(),
      z.maxLength(max, `${label}不能超过${max}个字`),
      z.refine(isPlainText, `${label}含有不能使用的字符`),
      ...(minimum > 0 ? [z.minLength(minimum, tooShort)] : []),
    );
}

export const text = (label: string, max: number, minimum = 1) =>
  described(trimmed(label, max, minimum), { label, control: "text" });

/** Required phone, however it is written: whether it is one, the server says (server/lib/phone.ts). */
export const phone = (label: string) => described(trimmed(label, 30, 1), { label, control: "phone" });

export const longText = (label: string, max: number, minimum = 1) =>
  described(trimmed(label, max, minimum), { label, control: "textarea" });

/** A field that may be left out or empty: it comes out as null then. */
export type OptionalField<T extends z.ZodType> = z.ZodType<z.output<T> | null, z.input<T> | null | undefined> & {
  _zod: { optin: "optional" };
};

/** Makes a field optional in a form: an empty text, or an absent value, is null. */
export function optional<T extends z.ZodType>(schema: T): OptionalField<T> {
  const emptied = z.preprocess(
    (value) => (value === "" || value === undefined ? null : value),
    schema.nullable(),
  ) as z.ZodType<z.output<T> | null, z.input<T> | null | undefined>; // preprocess types its input as unknown
  // zod lets the key be absent at run time, but has no type for it on a preprocessed schema.
  return described(emptied, metaOf(schema)) as OptionalField<T>;
}

/** A stored field as replies carry it: its type, label and options, without the limits and messages of the form; null where it may be empty. */
export type ReadField<T extends z.ZodType> = z.ZodType<z.output<T>, z.output<T>>;

type ReadShape<S extends z.ZodRawShape, K extends keyof S> = {
  [N in K]: S[N] extends z.ZodType ? ReadField<S[N]> : never;
};

/** A field of a record as replies carry it; `meta` is added to what it says of itself, such as a shorter label. */
export function read<T extends z.ZodType>(schema: T, meta: FieldMeta = {}): ReadField<T> {
  let core: z.ZodType = schema;
  let isNullable = false;
  for (let inner: unknown = schema; inner instanceof z.ZodType; inner = innerOf(inner)) {
    core = inner;
    isNullable ||= inner instanceof z.ZodNullable;
  }
  const plain = plainOf(core);
  const own = { ...metaOf(schema), ...meta };
  const whole = isNullable ? plain.nullable() : plain;
  // What remains is the type of the value alone, which is the schema's output.
  return (whole === core ? whole.meta(own) : described(whole, own)) as ReadField<T>;
}

/** The value's type without checks. */
function plainOf(core: z.ZodType): z.ZodType {
  if (core instanceof z.ZodArray) return z.array(read(core.element as z.ZodType));
  if (core instanceof z.ZodNumber) return z.number();
  return core instanceof z.ZodString || core instanceof z.ZodStringFormat ? z.string() : core;
}

/** The shape of a row or a record in replies: these fields of the form, and what only the server knows of it. */
export function rowOf<S extends z.ZodRawShape, K extends keyof S & string, X extends z.ZodRawShape>(
  { shape }: z.ZodObject<S>,
  names: readonly K[],
  extras: X,
): z.ZodObject<ReadShape<S, K> & X> {
  const fields = names.map((name) => [name, read(shape[name] as z.ZodType)]);
  // `names` are the keys, and `read` gives each its type.
  return z.object({ ...(Object.fromEntries(fields) as ReadShape<S, K>), ...extras });
}

/** What the caller may do with a row, act by act: the server says it, the screen shows it. */
export const can = <const K extends string>(...acts: readonly K[]) =>
  // The keys are the acts, each a boolean.
  z.object(Object.fromEntries(acts.map((act) => [act, may])) as Record<K, z.ZodBoolean>);
const may = z.boolean();

/** How many there are of each kind. */
export const counts = <const K extends string>(...kinds: readonly K[]) =>
  // The keys are the kinds, each a whole number.
  z.object(Object.fromEntries(kinds.map((kind) => [kind, count])) as Record<K, z.ZodInt>);
const count = z.int();

export function choice<const O extends Record<string, string>>(label: string, options: O) {
  const values = Object.keys(options) as [keyof O & string, ...(keyof O & string)[]];
  return described(z.enum(values, { error: `请选择${label}` }), { label, control: "select", options });
}

export function choices<const O extends Record<string, string>>(label: string, options: O, max = 20) {
  const list = z.array(choice(label, options)).check(z.maxLength(max, `${label}最多选${max}项`));
  return described(list.default([]), { label, control: "multi-select", options });
}

export const optionValue = (label: string, scene: Scene) =>
  described(
    z
      .string({ error: `请选择${label}` })
      .check(z.minLength(1, `请选择${label}`), z.maxLength(40), z.refine(isPlainText, `请选择${label}`)),
    { label, control: "select", scene },
  );

export function optionValues(label: string, scene: Scene, max: number) {
  const value = z.string().check(z.maxLength(40), z.refine(isPlainText, `${label}含有不能选择的选项`));
  const list = z.array(value).max(max, `${label}最多选${max}项`);
  return described(list.default([]), { label, control: "multi-select", scene });
}

export const id = (label = "编号") =>
  described(
    // What counts as whole ends where numbers are safe.
    z.int({ error: `请选择${label}` }).check(z.positive()),
    { label },
  );

export const version = () => described(z.int(), { label: "版本" });

/** What each record has that people edit. */
export const record = () => ({ id: id(), version: version() });

/** A reference picked from a list, e.g. scene `users`. */
export const reference = (label: string, scene: Scene) => described(id(label), { label, control: "select", scene });

/** A limit as a message says it; what is no year and no rank has separators. */
const limitText = (limit: number) => (Math.abs(limit) >= 10_000 ? formatNumber(limit) : String(limit));

export const integer = (label: string, min: number, max: number, unit = "") =>
  described(
    z
      .number({ error: `请输入${label}` })
      .int(`${label}应为整数`)
      .check(
        z.gte(min, `${label}不能小于${limitText(min)}${unit}`),
        z.lte(max, `${label}不能大于${limitText(max)}${unit}`),
      ),
    { label, control: "number", ...(unit && { unit }) },
  );

/** A decimal amount as text with up to two places, never a float; `currency` names the field that holds its currency. */
export const money = (label: string, currency = "currency") =>
  described(
    z
      .string({ error: `请输入${label}` })
      .check(
        z.minLength(1, { error: `请输入${label}`, abort: true }),
        z.regex(/^\d{1,16}(\.\d{1,2})?$/, `${label}须为金额，最多两位小数`),
      ),
    { label, control: "money", currency },
  );

/** A number with up to two decimals, such as an area or a percentage. */
export const decimal = (label: string, min: number, max: number) =>
  described(
    z.number({ error: `请输入${label}` }).check(
      z.gte(min, `${label}不能小于${limitText(min)}`),
      z.lte(max, `${label}不能大于${limitText(max)}`),
      z.refine((value) => Number.isInteger(Number((value * 100).toFixed(6))), `${label}最多两位小数`),
    ),
    { label, control: "number" },
  );

export const day = (label: string) =>
  described(
    z.iso
      .date(`请选择${label}`)
      .refine((value) => value >= "1900-01-01" && value <= "2999-12-31", `${label}应在1900年至2999年之间`),
    { label, control: "date" },
  );

export const instant = (label: string) =>
  described(z.iso.datetime({ offset: true, error: `请选择${label}` }), { label, control: "instant" });

/** The address of the user's present page, as the browser reports it. */
export const pageAddress = (label: string) =>
  described(
    z.url({ protocol: /^https?$/, error: `${label}须以 http:// 或 https:// 开头` }).max(500, `${label}不能超过500个字`),
    { label, control: "text" },
  );

/** A moment that nobody need choose: what is empty or left out is now by the server's clock, which no person's machine knows better. */
export const now = (label: string) => optional(instant(label)).meta({ isNow: true });

export const email = (label = "邮箱") =>
  z
    .string({ error: `请输入${label}` })
    .normalize("NFKC")
    .trim()
    .toLowerCase()
    .min(1, `请输入${label}`)
    .max(120, `${label}不能超过120个字`)
    .pipe(z.email(`${label}格式不正确`))
    .meta({ label, control: "text" });

export const reason = (label = "原因") => longText(label, 200, 2);

/** What a schema says of itself: `.meta` adds to what the schemas inside say, the outermost wins. A list is labelled as its items are. */
export function metaOf(schema: z.ZodType | undefined): FieldMeta {
  let meta: FieldMeta = {};
  for (let inner: unknown = schema; inner instanceof z.ZodType; inner = innerOf(inner)) {
    meta = { ...inner.meta(), ...meta };
    if (inner instanceof z.ZodArray) return { ...itemMeta(inner.element as z.ZodType), ...meta };
  }
  return meta;
}

/** What holds for a list as well as for one of its items. */
function itemMeta(item: z.ZodType): FieldMeta {
  const { label, options, scene } = metaOf(item);
  return { ...(label && { label }), ...(options && { options }), ...(scene && { scene }) };
}

export function coreOf(schema: z.ZodType): z.ZodType {
  const inner = innerOf(schema);
  return inner instanceof z.ZodType ? coreOf(inner) : schema;
}

function innerOf(schema: z.ZodType): unknown {
  if (schema instanceof z.ZodPipe) return schema.def.out;
  return "innerType" in schema.def ? schema.def.innerType : undefined;
}

/** The label a schema carries, or the field's own name. */
export function labelOf(schema: z.ZodType | undefined, name: string): string {
  return metaOf(schema).label ?? name;
}
