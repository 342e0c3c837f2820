import { z } from "zod";
import { withoutPictureAddresses } from "~/contract/content/rich-text";
import { type FieldMeta, metaOf } from "~/contract/field";

export type Control = NonNullable<FieldMeta["control"]>;

export interface Field extends Omit<FieldMeta, "label" | "control"> {
  name: string;
  label: string;
  control: Control;
  isRequired: boolean;
  /** Always has a value, so that it cannot be emptied. */
  hasDefault: boolean;
  isMany: boolean;
  maxLength?: number;
  min?: number;
  max?: number;
  maxCount?: number;
  item?: z.ZodObject;
}

function inside(schema: z.ZodType): z.ZodType | undefined {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return schema.unwrap() as z.ZodType;
  if (schema instanceof z.ZodPipe) return (schema.in instanceof z.ZodTransform ? schema.out : schema.in) as z.ZodType;
  return undefined;
}

function layers(schema: z.ZodType | undefined): z.ZodType[] {
  const list: z.ZodType[] = [];
  for (let layer = schema; layer; layer = inside(layer)) list.push(layer);
  return list;
}

/** The values that an enum, or a list of enums, allows; undefined for any other schema. */
export function valuesOf(schema: z.ZodType | undefined): string[] | undefined {
  const core = layers(schema).at(-1);
  if (core instanceof z.ZodEnum) return core.options.map(String);
  return core instanceof z.ZodArray ? valuesOf(core.element as z.ZodType) : undefined;
}

export function isMany(schema: z.ZodType | undefined): boolean {
  return layers(schema).at(-1) instanceof z.ZodArray;
}

function controlOf(core: z.ZodType | undefined, meta: FieldMeta): Control {
  if (meta.control) return meta.control;
  if (core instanceof z.ZodArray) return "multi-select";
  if (meta.options || meta.scene) return "select";
  if (core instanceof z.ZodBoolean) return "switch";
  return core instanceof z.ZodNumber ? "number" : "text";
}

/** A limit from the schema's checks: zod's own `minValue` and `maxLength` come from its JSON Schema, not loaded otherwise. */
function limitOf(core: z.ZodType, kind: "max_length" | "greater_than" | "less_than"): number | undefined {
  const checks = core._zod.def.checks?.map((one) => one._zod.def) ?? [];
  const limits = checks
    .filter(({ check }) => check === kind)
    .map((def) => Number("maximum" in def ? def.maximum : "value" in def ? def.value : Number.NaN))
    .filter((limit) => Number.isFinite(limit));
  if (limits.length === 0) return undefined;
  return kind === "greater_than" ? Math.max(...limits) : Math.min(...limits);
}

/** Reads one field out of an object schema: label, control, options, limits and whether it must be filled in. */
export function fieldOf(schema: z.ZodObject, name: string): Field {
  const type = schema.shape[name] as z.ZodType | undefined;
  const meta = metaOf(type);
  const core = layers(type).at(-1);
  const control = controlOf(core, meta);
  const many = core instanceof z.ZodArray;
  const hasDefault = layers(type).some((layer) => layer instanceof z.ZodDefault);
  const takes = (value: unknown) => type === undefined || type.safeParse(value).success;
  // May be absent from a body, such as a partial change, but a form that shows it must not send it empty.
  const isNeverEmpty = many ? !takes([]) : !hasDefault && control !== "switch" && !takes("");
  return {
    ...meta,
    name,
    label: meta.label ?? name,
    control,
    isMany: many,
    hasDefault,
    isRequired: !takes(null) && (!takes(undefined) || isNeverEmpty),
    ...(core instanceof z.ZodString ? { maxLength: limitOf(core, "max_length") } : {}),
    ...(core instanceof z.ZodArray ? { maxCount: limitOf(core, "max_length") } : {}),
    ...(core instanceof z.ZodArray && core.element instanceof z.ZodObject ? { item: core.element } : {}),
    ...(core instanceof z.ZodNumber ? { min: limitOf(core, "greater_than"), max: limitOf(core, "less_than") } : {}),
  };
}

export type FormValues = Record<string, unknown>;

function emptyOf({ control, isMany }: Field): unknown {
  if (isMany) return [];
  if (control === "switch") return false;
  return control === "select" ? null : "";
}

export const formValues = (schema: z.ZodObject, fields: readonly Field[], record: FormValues): FormValues =>
  Object.fromEntries(
    fields.map((field) => {
      const fallback = (schema.shape[field.name] as z.ZodType | undefined)?.safeParse(undefined);
      const value = record[field.name] ?? (field.name in record || !fallback?.success ? undefined : fallback.data);
      const isText = field.control === "rich" && typeof value === "string";
      return [field.name, isText ? withoutPictureAddresses(value) : (value ?? emptyOf(field))];
    }),
  );
