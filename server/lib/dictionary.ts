import type { z } from "zod";
import { metaOf } from "~/contract/field";
import { type Scene, type TableScene, tableScenes } from "~/contract/shared/option";
import { type ActingCall, refuseFields } from "./call";
import { dictionaryEntries, type Entry } from "./option-values";

type Asking = Pick<ActingCall, "db" | "user" | "services">;
type Values = Readonly<Record<string, unknown>>;
/** The meaning of the values of some records: scene → value → entry. */
type Dictionary = ReadonlyMap<string, ReadonlyMap<string, Entry>>;

const isTable = (scene: Scene): scene is TableScene => tableScenes.some((one) => one === scene);

/** Looks up every dictionary value that the records hold in the fields of a schema, old and disabled ones too. */
export async function lookUp(asking: Asking, schema: z.ZodObject, ...records: Values[]): Promise<Dictionary> {
  const asked = new Map<Scene, Set<string>>();
  for (const [name, scene] of scenesOf(schema))
    for (const value of records.flatMap((record) => valuesOf(record[name])))
      asked.set(scene, (asked.get(scene) ?? new Set()).add(value));
  const found = new Map<string, Map<string, Entry>>();
  const keep = (scene: string, entry: Entry) =>
    found.set(scene, (found.get(scene) ?? new Map()).set(String(entry.value), entry));
  const inOptions = new Map<string, Set<string>>();
  for (const [scene, values] of asked) {
    if (!isTable(scene)) inOptions.set(scene, values);
    else for (const entry of await asking.services.optionSources[scene].name(asking, [...values])) keep(scene, entry);
  }
  for (const { scene, ...entry } of await dictionaryEntries(asking.db, inOptions)) keep(scene, entry);
  return found;
}

/** Complaints about values that the dictionary does not offer. What a record held before may stay, though it be disabled since. */
export function unknownChoices(dictionary: Dictionary, schema: z.ZodObject, after: Values, before: Values = {}) {
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
export async function choiceLabel(asking: Asking, schema: z.ZodObject, field: string, value: string): Promise<string> {
  const record = { [field]: value };
  const dictionary = await lookUp(asking, schema, record);
  const wrong = unknownChoices(dictionary, schema, record);
  return wrong.length ? refuseFields(wrong) : String(spelledOut(dictionary, schema, record)[field]);
}

type SceneField = [name: string, scene: Scene, label: string];
/** Kept, since an export asks for every row. */
const known = new WeakMap<z.ZodObject, SceneField[]>();

function scenesOf(schema: z.ZodObject): SceneField[] {
  const kept = known.get(schema);
  if (kept) return kept;
  const shape: Record<string, z.ZodType> = schema.shape;
  const fields = Object.entries(shape).flatMap(([name, one]): SceneField[] => {
    const { scene, label = name } = metaOf(one);
    return scene ? [[name, scene, label]] : [];
  });
  known.set(schema, fields);
  return fields;
}

function valuesOf(value: unknown): string[] {
  if (value === null || value === undefined || value === "") return [];
  return Array.isArray(value) ? value.map(String) : [String(value)];
}
