import type { ComponentType, ReactNode } from "react";
import type { z } from "zod";
import { formatInstant, formatMoment } from "~/app/blocks/detail/format";
import { Tag, type TagColor } from "~/app/blocks/detail/tag";
import { isBlank, Value } from "~/app/blocks/detail/value";
import { t } from "~/app/i18n/t";
import { type FieldMeta, metaOf } from "~/contract/field";
import type { FigureKey, FigureText } from "~/contract/figures";
import type { Profile } from "~/contract/personal/user";

/** One column of a list; a card on the phone draws its facts with the same. */
export interface Column<Row> {
  key: string;
  label: string;
  width: number;
  align?: "right";
  figure?: FigureKey | FigureText;
  /** Hidden until the user chooses it in 列设置. */
  isExtra?: boolean;
  /** The same for viewers who do not need it: the owner, for users who see only their own. */
  isExtraTo?: (viewer: Profile) => boolean;
  render: (row: Row) => ReactNode;
  edit?: ComponentType<{ row: Row; children: ReactNode }>;
  isNamed?: boolean;
  /** On a card, where there is less room. */
  brief?: (row: Row) => ReactNode;
  /** Never cut: a number or identifier: a part of it says nothing. */
  isWhole?: boolean;
  /** A title that is a sentence rather than a name: it ends where its column does. */
  isSentence?: boolean;
  /** A second, quieter line of the cell. */
  under?: (row: Row) => ReactNode;
}

type Row<S extends z.ZodObject> = z.output<S>;
type Key<S extends z.ZodObject> = keyof S["shape"] & string;
type Widths<S extends z.ZodObject> = { [K in Key<S>]?: number } & { key?: undefined };
type Single<S extends z.ZodObject> = { key: string; under?: Key<S> | Column<Row<S>>["under"] } & Partial<
  Omit<Column<Row<S>>, "under" | "key">
>;
type Entry<S extends z.ZodObject> = Key<S> | Widths<S> | Single<S>;

const widths = { instant: 150, number: 96, text: 128 };

/**
 * Columns from the contract: a field's name is enough; an object overrides parts, or makes a column of several fields, or says the widths of
 * plain ones: `{ code: 80, symbol: 70 }`. `extra` ones are hidden at first, and last.
 */
export const columnsOf = <S extends z.ZodObject>(
  schema: S,
  entries: readonly Entry<S>[],
  extra: readonly Key<S>[] = [],
): Column<Row<S>>[] =>
  [...entries.flatMap(singly), ...extra.map((key) => ({ key, isExtra: true }))].map((entry: Single<S>) => {
    const { under, ...given } = entry;
    const type = schema.shape[given.key] as z.ZodType | undefined;
    const meta = metaOf(type);
    const isNumber = type?._zod.def.type === "number";
    const kind = isNumber ? "number" : meta.control === "instant" ? "instant" : "text";
    return {
      label: meta.label ?? given.key,
      ...(meta.figure ? { figure: meta.figure } : {}),
      width: widths[kind],
      ...(isNumber ? { align: "right" as const } : {}),
      isNamed: isNumber || unspoken.has(meta.control) || type?._zod.def.type === "boolean",
      ...(isRead.test(given.key) ? { isWhole: true } : {}),
      ...(meta.control === "instant" && !given.render ? { brief: momentOf(given.key) } : {}),
      render: drawn(schema, given.key, "–"),
      ...given,
      ...(under ? { under: typeof under === "string" ? drawn(schema, under, null) : under } : {}),
    };
  });

const singly = <S extends z.ZodObject>(entry: Entry<S>): Single<S>[] => {
  if (typeof entry === "string") return [{ key: entry }];
  return entry.key === undefined ? Object.entries(entry).map(([key, width]) => ({ key, width })) : [entry];
};

/** Plain columns that are hidden at first, with their widths, among others. */
export const hidden = <K extends string>(widthOf: Readonly<Record<K, number>>) =>
  (Object.keys(widthOf) as K[]).map((key) => ({ key, width: widthOf[key], isExtra: true }));

/** Controls whose values are unclear without a label. */
const unspoken = new Set<FieldMeta["control"]>(["number", "instant", "month", "switch"]);

const isRead = /(^|_)(no|phone)$/;

const momentOf =
  (key: string) =>
  (row: object): ReactNode => {
    const at: unknown = row[key as keyof typeof row];
    return typeof at === "string" ? <span title={formatInstant(at)}>{formatMoment(at)}</span> : "–";
  };

function drawn<S extends z.ZodObject>(schema: S, key: string, blank: ReactNode): (row: Row<S>) => ReactNode {
  const meta = metaOf(schema.shape[key] as z.ZodType | undefined);
  return (row) => {
    const value = row[key as keyof typeof row];
    return isBlank(value) ? blank : <Value field={meta} value={value} record={row} />;
  };
}

export function tagged<S extends z.ZodObject, K extends Key<S>>(
  schema: S,
  key: K,
  colors: Readonly<Record<string, TagColor>> = {},
) {
  const { options = {} } = metaOf(schema.shape[key] as z.ZodType);
  return {
    key,
    render: (row: Row<S>) => {
      const value = row[key as keyof typeof row];
      if (isBlank(value)) return "–";
      return <Tag color={colors[String(value)]}>{t(options[String(value)] ?? String(value))}</Tag>;
    },
  };
}
