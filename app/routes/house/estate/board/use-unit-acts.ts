import { useState } from "react";
import type { z } from "zod";
import type { WriteError } from "~/app/api/writes";
import { formatInstant } from "~/app/blocks/detail/format";
import { useAct } from "~/app/blocks/feedback/use-act";
import type { BoardRoom } from "~/app/features/unit-board/unit-labels";
import { t } from "~/app/i18n/t";
import { unit as contract, type UnitHold, UnitRow, UnitUpdate } from "~/contract/house/unit";

export type UnitDialogState =
  | { kind: "create" }
  | { kind: "import" }
  | { kind: "edit"; unit: UnitRow }
  | { kind: "sold"; unit: UnitRow }
  | { kind: "remove"; unit: UnitRow }
  | { kind: "history"; unit: UnitRow }
  | { kind: "release"; unit: UnitRow };

const Standing = UnitRow.pick({ status: true, held_by: true, held_until: true });

interface Options {
  rooms: ReadonlyMap<number, BoardRoom>;
  applyChange: (id: number, change: Partial<UnitRow>) => void;
  askAgain: () => void;
  onDone: () => void;
  ask: (dialog: UnitDialogState) => void;
}

export type UnitActs = ReturnType<typeof useUnitActs>;

export function useUnitActs({ rooms, applyChange, askAgain, onDone, ask }: Options) {
  const { run, pending } = useAct();
  const [about, setAbout] = useState<number>();
  const [refusal, setRefusal] = useState<{ id: number; text: string }>();

  const begin = (unit: UnitRow) => {
    setAbout(unit.id);
    setRefusal(undefined);
  };
  const isDone = (row: UnitRow) => {
    applyChange(row.id, row);
    onDone();
  };
  const refused = (unit: UnitRow, { code, message, data }: WriteError) => {
    const now = code === 40927 ? Standing.safeParse(data).data : undefined;
    if (now) applyChange(unit.id, { ...now, can: { ...unit.can, hold: false } });
    askAgain();
    const by = now?.held_by && { name: now.held_by.name, until: formatInstant(now.held_until) };
    setRefusal({ id: unit.id, text: by ? t("已由 {name} 锁定至 {until}", by) : message });
  };

  return {
    ask,
    pending,
    pendingId: pending ? about : undefined,
    refusalOf: (id: number) => (refusal?.id === id ? refusal.text : undefined),

    hold(unit: UnitRow, body: z.output<typeof UnitHold>, onWrong: (wrong: { field: string; message: string }) => void) {
      begin(unit);
      run(
        contract.hold,
        { params: { id: unit.id }, body },
        {
          success: t("已锁定 {unit}", { unit: unit.unit_no }),
          onSuccess: isDone,
          onError: (error) => (error.fields[0] ? onWrong(error.fields[0]) : refused(unit, error)),
        },
      );
    },

    join(unit: UnitRow, customer_id: number, onWrong: (message: string) => void, onJoined: () => void) {
      begin(unit);
      run(
        contract.join,
        { params: { id: unit.id }, body: { customer_id } },
        {
          success: t("已加入排队 {unit}", { unit: unit.unit_no }),
          onSuccess: (row) => {
            applyChange(row.id, row);
            onJoined();
          },
          onError: (error) => (error.fields[0] ? onWrong(error.fields[0].message) : refused(unit, error)),
        },
      );
    },

    leave(unit: UnitRow, customer_id: number) {
      begin(unit);
      run(
        contract.leave,
        { params: { id: unit.id }, body: { customer_id } },
        {
          success: t("已退出排队"),
          onSuccess: (row) => applyChange(row.id, row),
          onError: (error) => refused(unit, error),
        },
      );
    },

    setStatus(unit: UnitRow, status: "available" | "off") {
      begin(unit);
      run(
        contract.update,
        { params: { id: unit.id }, body: UnitUpdate.parse({ ...factsOf(unit, rooms), status, version: unit.version }) },
        {
          success: status === "off" ? t("已设为不售") : t("已设为可售"),
          onSuccess: isDone,
          onError: (error) => refused(unit, error),
        },
      );
    },
  };
}

export function factsOf(unit: UnitRow, rooms: ReadonlyMap<number, BoardRoom>) {
  const room = rooms.get(unit.room_id);
  return {
    ...unit,
    area_sqm: unit.area_sqm === room?.area_sqm ? null : unit.area_sqm,
    direction: unit.direction === room?.direction ? null : unit.direction,
  };
}
