import { Box } from "@mantine/core";
import { useMemo, useState } from "react";
import basic from "~/app/basic.module.css";
import { AsyncPart } from "~/app/blocks/detail/async-part";
import { Note } from "~/app/blocks/feedback/note";
import { Empty } from "~/app/blocks/feedback/states";
import { ListTabs } from "~/app/blocks/list/list-tabs";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { useLatest } from "~/app/blocks/use-latest";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { isFreeFor, type UnitRow } from "~/contract/house/unit";
import { BoardGrid } from "./board-grid";
import { FloorList } from "./floor-list";
import { type BoardRoom, remainingText, statusLabel } from "./unit-labels";
import { type LiveBoard, useBoard } from "./use-board";
import { useNow } from "./use-now";

interface UnitPickerProps {
  estateId: number;
  value: number | null;
  onPick: (unit: UnitRow, room: BoardRoom | undefined, currency: string) => void;
}

export function UnitPicker({ estateId, ...picked }: UnitPickerProps) {
  const [building, setBuilding] = useState<string>();
  const live = useBoard(estateId, building);
  return (
    <AsyncPart answer={live.board} hasFailed={live.hasFailed && !live.board} again={live.again}>
      {(board) => {
        const tabs = board.buildings.map(({ name, count }) => ({ value: name, label: name, count }));
        const units = <Units board={board} {...picked} />;
        if (tabs.length === 0) return <Empty title={t("暂无房号")} />;
        if (tabs.length === 1) return units;
        return (
          <ListTabs
            tabs={{ name: "building", options: tabs }}
            present={board.building ?? ""}
            onChange={({ building: next }) => next && setBuilding(next)}
          >
            {units}
          </ListTabs>
        );
      }}
    </AsyncPart>
  );
}

const stay = () => undefined;

function Units({ board, value, onPick }: Omit<UnitPickerProps, "estateId"> & { board: LiveBoard }) {
  const { units, currency } = board;
  const { id: me } = useProfile();
  const isPhone = useIsPhone();
  const now = useNow();
  const [refusal, setRefusal] = useState<string>();
  const rooms = useMemo(() => new Map(board.rooms.map((room) => [room.id, room])), [board.rooms]);
  const isMine = ({ status, held_by }: UnitRow) => status === "held" && held_by?.id === me;
  const isFree = (unit: UnitRow) =>
    unit.id === value || isFreeFor({ ...unit, held_by: unit.held_by?.id ?? null }, me, now);
  const pick = useLatest((id: number) => {
    const unit = units.find((one) => one.id === id);
    if (!unit) return;
    if (!isFree(unit))
      return setRefusal(t("{unit} {state}，不能选择", { unit: unit.unit_no, state: statusLabel(unit.status, false) }));
    setRefusal(undefined);
    onPick(unit, rooms.get(unit.room_id), currency);
  });
  const view = {
    units,
    // Unavailable units are pale.
    matches: new Set(units.filter(isFree).map(({ id }) => id)),
    cellOf: (unit: UnitRow) => ({
      unit,
      room: rooms.get(unit.room_id),
      currency,
      isMine: isMine(unit),
      remaining: unit.status === "held" ? remainingText(unit.held_until, now, !isPhone) : "",
      isPending: false,
      isChosen: unit.id === value,
      changes: board.changes.get(unit.id) ?? 0,
    }),
    onOpen: pick,
  };
  return (
    <Box mt={board.buildings.length > 1 ? 12 : undefined} className={`${basic.grid} ${basic.gap12}`}>
      <Note role="status">{refusal ?? t("点击房号选择；浅色的不能选择")}</Note>
      {isPhone ? (
        <FloorList {...view} onClear={stay} />
      ) : (
        <BoardGrid {...view} card={undefined} onClose={stay} onChoose={undefined} />
      )}
    </Box>
  );
}
