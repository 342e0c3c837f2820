import { Box, Button, Group, Select, Text } from "@mantine/core";
import { useCallback, useRef, useState } from "react";
import { call } from "~/app/api/call";
import basic from "~/app/basic.module.css";
import { AsyncPart } from "~/app/blocks/detail/async-part";
import { useAsync } from "~/app/blocks/detail/use-async";
import type { FormValues } from "~/app/blocks/form/field/schema-fields";
import { lazyPart } from "~/app/blocks/lazy-part";
import { t } from "~/app/i18n/t";
import { formatExact } from "~/contract/format";
import { type Board, unit as contract, type UnitRow } from "~/contract/house/unit";
import { layouts } from "~/contract/shared/property";

const UnitPicker = lazyPart(() => import("~/app/features/unit-board/unit-picker"), "UnitPicker");

interface UnitChoiceProps {
  estateId: number;
  values: FormValues;
  onPick: (part: FormValues) => void;
  onKnown: (hasUnits: boolean) => void;
}

export function UnitChoice({ estateId, ...form }: UnitChoiceProps) {
  const present = useRef(form);
  present.current = form;
  const ask = useCallback(
    async (signal: AbortSignal) => {
      // Begun from a board, the address says which building.
      const { building: named, unit_id } = present.current.values;
      const building = unit_id && typeof named === "string" && named ? named : undefined;
      const board = await call(
        contract.board,
        { params: { id: estateId }, query: { building } },
        { signal, silent: true },
      );
      const { values, onPick, onKnown } = present.current;
      // The form asks for less where the board says it.
      onKnown(board.buildings.length > 0);
      const begun = values.unit_no ? undefined : board.units.find(({ id }) => id === values.unit_id);
      if (begun) onPick(partsOf(begun, board.rooms.find(({ id }) => id === begun.room_id)?.layout, board.currency));
      else if (!values.currency) onPick({ currency: board.currency });
      return board;
    },
    [estateId],
  );
  return (
    <Box mt={14}>
      <AsyncPart {...useAsync(ask)}>{(board) => <Choice board={board} estateId={estateId} {...form} />}</AsyncPart>
    </Box>
  );
}

function Choice({ board, estateId, values, onPick }: Omit<UnitChoiceProps, "onKnown"> & { board: Board }) {
  const hasUnits = board.buildings.length > 0;
  const unitId = typeof values.unit_id === "number" ? values.unit_id : null;
  const [isChoosing, setChoosing] = useState(unitId === null);
  if (!hasUnits) return <RoomChoice board={board} values={values} onPick={onPick} />;
  if (unitId !== null && !isChoosing)
    return (
      <Group gap="sm" p="12px 14px" className={`${basic.sunken} ${basic.rounded} ${basic.touches}`}>
        <Text fw={600}>{chosenText(values)}</Text>
        <Button variant="default" size="compact-sm" onClick={() => setChoosing(true)}>
          {t("更换房号")}
        </Button>
      </Group>
    );
  return (
    <UnitPicker
      estateId={estateId}
      value={unitId}
      onPick={(unit, room, currency) => {
        onPick(partsOf(unit, room?.layout, currency));
        setChoosing(false);
      }}
    />
  );
}

const partsOf = (unit: UnitRow, layout: string | undefined, currency: string): FormValues => {
  const { id: unit_id, room_id, building, unit_no, floor, area_sqm, list_price } = unit;
  return { unit_id, room_id, building, unit_no, floor, area_sqm, list_price, layout: layout ?? null, currency };
};

const textOf = (value: unknown) => (typeof value === "string" || typeof value === "number" ? String(value) : "");

/** 1号楼 1201 · 12层 · 2LDK · 62.5㎡ · 挂牌价 59,800,000日元. */
function chosenText({ building, unit_no, floor, layout, area_sqm, list_price, currency }: FormValues): string {
  const words: Readonly<Record<string, string>> = layouts;
  return [
    [building, unit_no].map(textOf).filter(Boolean).join(" "),
    floor ? t("{n}层", { n: textOf(floor) }) : "",
    t(words[textOf(layout)] ?? textOf(layout)),
    area_sqm ? `${textOf(area_sqm)}㎡` : "",
    list_price ? t("挂牌价 {price}", { price: formatExact(textOf(list_price), textOf(currency)) }) : "",
  ]
    .filter(Boolean)
    .join(" · ");
}

function RoomChoice({ board, values, onPick }: Pick<UnitChoiceProps, "values" | "onPick"> & { board: Board }) {
  if (board.rooms.length === 0) return null;
  return (
    <Select
      maw={360}
      label={t("户型资料")}
      placeholder={t("可不选")}
      clearable
      clearButtonProps={{ "aria-label": t("清空") }}
      data={board.rooms.map(({ id, name, area_sqm }) => ({ value: String(id), label: `${name} · ${area_sqm}㎡` }))}
      value={typeof values.room_id === "number" ? String(values.room_id) : null}
      onChange={(chosen) => {
        const room = board.rooms.find(({ id }) => String(id) === chosen);
        onPick({ room_id: room?.id ?? null, ...(room && { layout: room.layout, area_sqm: room.area_sqm }) });
      }}
    />
  );
}
