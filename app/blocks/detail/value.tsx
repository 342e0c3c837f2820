import type { ReactNode } from "react";
import type { z } from "zod";
import { t } from "~/app/i18n/t";
import { useNames, useScene } from "~/app/session/scenes";
import { textOf } from "~/contract/content/rich-text";
import { type FieldMeta, metaOf } from "~/contract/field";
import { fieldText } from "~/contract/format";
import { isSearched, type Scene } from "~/contract/shared/option";
import { formatInstant } from "./format";
import { Person } from "./person";

export const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

interface ValueProps {
  field: FieldMeta & {
    item?: z.ZodObject;
  };
  value: unknown;
  /** The field's record: for an amount it has the currency. */
  record?: Readonly<Record<string, unknown>>;
}

export function Value({ field, value, record }: ValueProps): ReactNode {
  if (isBlank(value)) return null;
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (field.isPerson) return list.map((one) => <Person key={wordOf(field, one)} name={wordOf(field, one)} />);
  if (isSearched(field.scene)) return <Names scene={field.scene} ids={list.filter((id) => typeof id === "number")} />;
  if (field.scene) return <SceneLabels scene={field.scene} values={list} />;
  const { item } = field;
  if (field.control === "rows" && item) return list.map((entry) => rowText(item, entry)).join("；");
  if (field.control === "money")
    return <span title={fieldText(field, value, record, "exact")}>{fieldText(field, value, record)}</span>;
  if (field.control === "rich") return <span style={{ whiteSpace: "pre-line" }}>{textOf(String(value))}</span>;
  return list.map((entry) => wordOf(field, entry, record)).join("、");
}

/** 签约 30 % 签约时支付. */
const rowText = (item: z.ZodObject, row: unknown): string =>
  Object.entries(row ?? {})
    .filter(([, cell]) => !isBlank(cell))
    .map(([name, cell]) => wordOf(metaOf(item.shape[name] as z.ZodType), cell, row as Record<string, unknown>))
    .join(" ");

const Names = ({ scene, ids }: { scene: Scene; ids: readonly number[] }) =>
  useNames(scene, ids)
    .map(({ label }) => label)
    .join("、");

function SceneLabels({ scene, values }: { scene: Scene; values: readonly unknown[] }) {
  const options = useScene(scene);
  if (options.length === 0) return null;
  return values
    .map((value) => options.find((option) => String(option.value) === String(value))?.label ?? String(value))
    .join("、");
}

function wordOf(field: ValueProps["field"], value: unknown, record?: ValueProps["record"]): string {
  if (typeof value === "object" && value !== null && "name" in value) return String(value.name);
  if (typeof value === "object" && value !== null && "station" in value) return stationText(value);
  if (field.control === "instant") return formatInstant(String(value));
  return t(fieldText(field, value, record));
}

function stationText(value: { line?: unknown; station?: unknown; walk_min?: unknown; bus_min?: unknown }): string {
  const { line, station, walk_min: walk, bus_min: bus } = value;
  return [
    line,
    station,
    isBlank(walk) ? "" : t("步行{n}分钟", { n: String(walk) }),
    isBlank(bus) ? "" : t("巴士{n}分钟", { n: String(bus) }),
  ]
    .filter(Boolean)
    .join(" ");
}
