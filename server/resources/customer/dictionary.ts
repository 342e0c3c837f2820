import { and, eq, inArray, or, sql } from "drizzle-orm";
import type { z } from "zod";
import type { FieldError } from "~/contract/errors";
import { metaOf } from "~/contract/field";
import { dictionaryScenes } from "~/contract/option";
import type { Database, Transaction } from "~/server/database/database";
import { country, currency, district } from "~/server/database/tables/geography";
import { option } from "~/server/database/tables/system";
import { refuseFields } from "~/server/lib/refusal";

type Db = Database | Transaction;
type Values = Readonly<Record<string, unknown>>;
interface Entry {
  value: string;
  label: string;
  isEnabled: boolean;
}
/** What the values of some records stand for: scene → value → entry. */
type Dictionary = ReadonlyMap<string, ReadonlyMap<string, Entry>>;

const isEnabled = (column: typeof option.status | typeof country.status) => sql<boolean>`${column} = 'enabled'`;

const tables: Record<string, (db: Db, values: string[]) => Promise<Entry[]>> = {
  countries: async (db, values) =>
    db
      .select({ value: country.code, label: country.name_zh, isEnabled: isEnabled(country.status) })
      .from(country)
      .where(inArray(country.code, values)),
  phone_codes: async (db, values) =>
    db
      .selectDistinct({
        value: sql<string>`${country.phone_cc}`,
        label: sql<string>`'+' || ${country.phone_cc}`,
        isEnabled: sql<boolean>`true`,
      })
      .from(country)
      .where(inArray(country.phone_cc, values)),
  currencies: async (db, values) =>
    db
      .select({ value: currency.code, label: currency.code, isEnabled: sql<boolean>`${currency.status} = 'enabled'` })
      .from(currency)
      .where(inArray(currency.code, values)),
  districts: async (db, values) =>
    db
      .select({
        value: sql<string>`${district.id}::text`,
        label: district.name_zh,
        isEnabled: sql<boolean>`${district.status} = 'enabled'`,
      })
      .from(district)
      .where(inArray(district.id, values.map(Number))),
};

/** Looks up every dictionary value that the records hold in the fields of a schema, old and disabled ones too. */
export async function lookUp(db: Db, schema: z.ZodObject, ...records: Values[]): Promise<Dictionary> {
  const asked = new Map<string, Set<string>>();
  for (const [name, scene] of scenesOf(schema))
    for (const value of records.flatMap((record) => valuesOf(record[name])))
      asked.set(scene, (asked.get(scene) ?? new Set()).add(value));
  const found = new Map<string, Map<string, Entry>>();
  const inOptions = new Map<string, Set<string>>();
  for (const [scene, values] of asked) {
    const entries = await tables[scene]?.(db, [...values]);
    if (entries) found.set(scene, new Map(entries.map((entry) => [entry.value, entry])));
    else inOptions.set(scene, values);
  }
  for (const { scene, ...entry } of await fromOptions(db, inOptions))
    found.set(scene, (found.get(scene) ?? new Map()).set(entry.value, entry));
  return found;
}

async function fromOptions(db: Db, asked: ReadonlyMap<string, ReadonlySet<string>>) {
  if (asked.size === 0) return [];
  const wanted = [...asked].map(([scene, values]) => and(eq(option.scene, scene), inArray(option.value, [...values])));
  return db
    .select({ scene: option.scene, value: option.value, label: option.label, isEnabled: isEnabled(option.status) })
    .from(option)
    .where(or(...wanted));
}

/** Complaints about values that the dictionary does not offer. What a record held before may stay, though it be disabled since. */
export function unknownChoices(
  dictionary: Dictionary,
  schema: z.ZodObject,
  after: Values,
  before: Values = {},
): FieldError[] {
  return scenesOf(schema).flatMap(([name, scene, label]) => {
    const kept = new Set(valuesOf(before[name]));
    const isWrong = valuesOf(after[name]).some(
      (value) => !kept.has(value) && !dictionary.get(scene)?.get(value)?.isEnabled,
    );
    return isWrong ? [{ field: name, label, message: `${label}含有不能选择的选项` }] : [];
  });
}

/** The record with dictionary values in words, for a log that people read. */
export function spelledOut(dictionary: Dictionary, schema: z.ZodObject, record: Values): Record<string, unknown> {
  const words = scenesOf(schema).map(([name, scene]) => {
    const say = (value: string) => dictionary.get(scene)?.get(value)?.label ?? value;
    return [name, Array.isArray(record[name]) ? valuesOf(record[name]).map(say) : valuesOf(record[name]).map(say)[0]];
  });
  return { ...record, ...Object.fromEntries(words) };
}

/** The words of one chosen value, such as a reason; ends the request with a complaint on its field when there is no such choice. */
export async function wordsOf(db: Db, schema: z.ZodObject, field: string, value: string): Promise<string> {
  const record = { [field]: value };
  const dictionary = await lookUp(db, schema, record);
  const wrong = unknownChoices(dictionary, schema, record);
  return wrong.length ? refuseFields(wrong) : String(spelledOut(dictionary, schema, record)[field]);
}

/** Fields of a schema whose values come from a dictionary scene or table that is checked here. */
function scenesOf(schema: z.ZodObject): [name: string, scene: string, label: string][] {
  const shape: Record<string, z.ZodType> = schema.shape;
  return Object.entries(shape).flatMap(([name, one]): [string, string, string][] => {
    const { scene, label = name } = metaOf(one);
    return scene && (scene in tables || scene in dictionaryScenes) ? [[name, scene, label]] : [];
  });
}

function valuesOf(value: unknown): string[] {
  if (value === null || value === undefined || value === "") return [];
  return Array.isArray(value) ? value.map(String) : [String(value)];
}
