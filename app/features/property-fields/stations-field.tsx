import { Button } from "@mantine/core";
import { IconSortAscending } from "@tabler/icons-react";
import { Tag } from "~/app/blocks/detail/tag";
import type { RowsControlProps } from "~/app/blocks/slots";
import { t } from "~/app/i18n/t";
import { RowsField } from "./rows-field";

export function StationsField({ value, onChange, ...props }: RowsControlProps) {
  const rows = value as readonly Row[];
  return (
    <RowsField
      {...props}
      value={rows}
      onChange={onChange}
      addLabel={t("添加车站")}
      placeOf={(index) => (index === 0 ? <Tag color="brand">{t("最近车站")}</Tag> : null)}
      tools={
        rows.length > 1 ? (
          <Button
            variant="subtle"
            size="xs"
            leftSection={<IconSortAscending size={14} aria-hidden />}
            onClick={() => onChange(byWalk(rows))}
          >
            {t("按步行排序")}
          </Button>
        ) : null
      }
    />
  );
}

/** As in the form: what was typed, valid or not. */
type Row = Partial<Record<"walk_min" | "bus_min", unknown>>;

function byWalk(rows: readonly Row[]): Row[] {
  const minutes = (value: unknown) => (typeof value === "number" ? value : Number.POSITIVE_INFINITY);
  const order = (a: unknown, b: unknown) => (minutes(a) === minutes(b) ? 0 : minutes(a) - minutes(b));
  return [...rows].sort((a, b) => order(a.walk_min, b.walk_min) || order(a.bus_min, b.bus_min));
}
