import { useMemo } from "react";
import { z } from "zod";
import { useAct } from "~/app/blocks/feedback/use-act";
import { ActForm } from "~/app/blocks/form/act/act-form";
import { type BoardRoom, layoutLabel } from "~/app/features/unit-board/unit-labels";
import { t } from "~/app/i18n/t";
import type { EstateDetail } from "~/contract/house/estate";
import { unit as contract, UnitFields, type UnitRow, UnitUpdate } from "~/contract/house/unit";
import { factsOf } from "./use-unit-acts";

interface UnitFormProps {
  estate: Pick<EstateDetail, "id" | "name">;
  currency: string;
  unit: UnitRow | undefined;
  building: string | null;
  rooms: ReadonlyMap<number, BoardRoom>;
  onDone: (building: string) => void;
  onClose: () => void;
}

export function UnitForm({ estate, currency, unit, building, rooms, onDone, onClose }: UnitFormProps) {
  const { run, pending } = useAct();
  const schemas = useMemo(() => schemasFor(rooms), [rooms]);
  // What is held or sold keeps its place: others know it by that.
  const isFixed = unit !== undefined && unit.status !== "available" && unit.status !== "off";
  const shared = {
    pending,
    fields: [
      { name: "building", isWide: false, isLocked: isFixed },
      { name: "unit_no", isWide: false, isLocked: isFixed },
      { name: "floor", isWide: false, isLocked: isFixed },
      { name: "stack", isWide: false, isLocked: isFixed },
      { name: "room_id", isWide: false, isLocked: isFixed },
      { name: "area_sqm", isWide: false },
      { name: "direction", isWide: false },
      { name: "list_price", isWide: false, currency: () => currency },
    ] as const,
  };
  if (unit)
    return (
      <ActForm
        title={t("编辑房号 {unit}", { unit: unit.unit_no })}
        about={t("面积和朝向留空按户型。")}
        form={{
          ...shared,
          schema: schemas.update,
          value: factsOf(unit, rooms),
          extra: { version: unit.version },
          draft: `unit:${unit.id}`,
          submitLabel: t("保存"),
          onSubmit: (body, then) =>
            run(
              contract.update,
              { params: { id: unit.id }, body },
              { success: t("已保存"), ...then(() => onDone(body.building)) },
            ),
        }}
        size="lg"
        onClose={onClose}
      />
    );
  return (
    <ActForm
      title={t("新增房号")}
      about={t("{name}：面积和朝向留空按户型。", { name: estate.name })}
      form={{
        ...shared,
        schema: schemas.create,
        value: { building },
        draft: `unit-of:${estate.id}`,
        submitLabel: t("保存"),
        onSubmit: (body, then) =>
          run(
            contract.create,
            { params: { id: estate.id }, body },
            { success: t("已新增"), ...then(() => onDone(body.building)) },
          ),
      }}
      size="lg"
      onClose={onClose}
    />
  );
}

function schemasFor(rooms: ReadonlyMap<number, BoardRoom>) {
  const options = Object.fromEntries(
    [...rooms.values()].map(({ id, name, layout, area_sqm }) => [id, `${name} · ${layoutLabel(layout)} ${area_sqm}㎡`]),
  );
  const room_id = z
    .preprocess((value) => (typeof value === "string" ? Number(value) : (value ?? undefined)), UnitFields.shape.room_id)
    .meta({ label: "户型", control: "select", options });
  return { create: UnitFields.extend({ room_id }), update: UnitUpdate.extend({ room_id }) };
}
