import type { z } from "zod";
import { t } from "~/app/i18n/t";
import { labelOf, metaOf } from "~/contract/field";
import { Value } from "./value";

/** A record's fields as facts, each by its contract's label: `const own = ownFacts(ClueDetail, record)`, then `...own("agent", "source")`. */
export const ownFacts =
  <S extends z.ZodObject>(schema: S, record: Readonly<Record<keyof S["shape"], unknown>>) =>
  (...names: (keyof S["shape"] & string)[]) =>
    names.map((name) => ({ label: t(labelOf(typeOf(schema, name), name)), value: shownOf(schema, record, name) }));

const typeOf = (schema: z.ZodObject, name: string) => schema.shape[name] as z.ZodType;

const shownOf = (schema: z.ZodObject, record: Readonly<Record<string, unknown>>, name: string) =>
  record[name] === null ? null : <Value field={metaOf(typeOf(schema, name))} value={record[name]} record={record} />;
