import { Box, Button, Group } from "@mantine/core";
import { useDeferredValue, useMemo, useState } from "react";
import basic from "~/app/basic.module.css";
import { Note } from "~/app/blocks/feedback/note";
import { Sheet } from "~/app/blocks/feedback/sheet";
import { Empty } from "~/app/blocks/feedback/states";
import { lazyPart } from "~/app/blocks/lazy-part";
import { ListTabs } from "~/app/blocks/list/list-tabs";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { useLatest } from "~/app/blocks/use-latest";
import { useClientMode } from "~/app/browser/client-mode";
import { BoardGrid } from "~/app/features/unit-board/board-grid";
import { FloorList } from "~/app/features/unit-board/floor-list";
import { remainingText } from "~/app/features/unit-board/unit-labels";
import type { LiveBoard, useBoard } from "~/app/features/unit-board/use-board";
import { useNow } from "~/app/features/unit-board/use-now";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { mayCall } from "~/contract/endpoint";
import type { EstateDetail } from "~/contract/house/estate";
import { unit as contract, type UnitRow } from "~/contract/house/unit";
import { useBoardFilter } from "./board-address";
import { matching, noFilter } from "./board-filter";
import { AddButtons, BoardTools } from "./board-tools";
import { FilterRow } from "./filter-row";
import { boardForClient, filterForClient } from "./for-client";
import { UnitCard } from "./unit-card";
import { type UnitDialogState, useUnitActs } from "./use-unit-acts";

const BoardTotals = lazyPart(() => import("./board-totals"), "BoardTotals");
const UnitBulk = lazyPart(() => import("./unit-bulk"), "UnitBulk");
const UnitDialog = lazyPart(() => import("./unit-dialog"), "UnitDialog");

export type BoardEstate = Pick<EstateDetail, "id" | "name"> & Partial<Pick<EstateDetail, "rate">>;

interface ShownBoardProps {
  estate: BoardEstate;
  board: LiveBoard;
  live: ReturnType<typeof useBoard>;
  onShow: (building: string) => void;
  isFull: boolean;
  onFull: (isFull: boolean) => void;
  onReckon: (unit: UnitRow) => void;
}

export function ShownBoard({ estate, board: whole, live, onShow, isFull, onFull, onReckon }: ShownBoardProps) {
  const { applyChange, askAgain } = live;
  const isClient = useClientMode();
  const board = useMemo(() => (isClient ? boardForClient(whole) : whole), [isClient, whole]);
  const { buildings, currency, units } = board;
  const isPhone = useIsPhone();
  const profile = useProfile();
  const now = useNow();
  const [asked, setFilter] = useBoardFilter();
  const filter = useMemo(() => (isClient ? filterForClient(asked) : asked), [isClient, asked]);
  const [hasTotals, setHasTotals] = useState(false);
  /** Undefined while nothing is chosen. */
  const [chosen, setChosen] = useState<ReadonlySet<number>>();
  const [opened, setOpened] = useState<number>();
  const [dialog, setDialog] = useState<UnitDialogState>();
  const rooms = useMemo(() => new Map(board.rooms.map((room) => [room.id, room])), [board.rooms]);
  // The filter answers at once, a thousand cells when there is time.
  const looked = useDeferredValue(filter);
  const matches = useMemo(() => matching(units, looked, rooms, profile.id), [units, looked, rooms, profile.id]);
  const close = () => setOpened(undefined);
  const ask = (next: UnitDialogState) => {
    close();
    setDialog(next);
  };
  const acts = useUnitActs({ rooms, applyChange, askAgain, onDone: close, ask });
  const toggle = (ids: readonly number[]) =>
    setChosen((now = new Set()) => {
      const isWhole = ids.every((id) => now.has(id));
      return new Set(isWhole ? [...now].filter((id) => !ids.includes(id)) : [...now, ...ids]);
    });
  const open = useLatest((id: number) => (chosen ? toggle([id]) : setOpened(id)));
  const switches = {
    totals: () => setHasTotals(!hasTotals),
    choosing: () => {
      close();
      setChosen(chosen ? undefined : new Set());
    },
    full: () => onFull(!isFull),
  };
  // Editing is for the desktop.
  const mayEdit = !isPhone && !isClient && mayCall(profile, contract.create);

  const cellOf = (unit: UnitRow) => ({
    unit,
    room: rooms.get(unit.room_id),
    currency,
    isMine: unit.status === "held" && unit.held_by?.id === profile.id,
    remaining: unit.status === "held" ? remainingText(unit.held_until, now, !isPhone) : "",
    isPending: acts.pendingId === unit.id,
    isChosen: chosen?.has(unit.id),
    changes: board.changes.get(unit.id) ?? 0,
  });
  const picked = chosen ? units.filter(({ id }) => chosen.has(id)) : [];
  const unit = units.find(({ id }) => id === opened);
  const card = unit && {
    title: `${unit.building} ${unit.unit_no}`,
    content: (
      <UnitCard
        key={unit.id}
        estateId={estate.id}
        unit={unit}
        room={rooms.get(unit.room_id)}
        currency={currency}
        rate={estate.rate}
        holdHours={board.hold_hours}
        now={now}
        mayEdit={mayEdit}
        isTitled={!isPhone}
        isClient={isClient}
        acts={acts}
        onReckon={(one) => {
          close();
          onReckon(one);
        }}
      />
    ),
  };
  const view = { units, matches, cellOf, onOpen: open };
  const shown = (
    <Box mt={buildings.length > 1 ? 12 : undefined} className={`${basic.grid} ${basic.gap12}`}>
      <FilterRow board={board} filter={filter} matches={matches?.size} viewerId={profile.id} onChange={setFilter} />
      {chosen ? (
        <Group gap="xs">
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => setChosen(new Set(matches ?? units.map(({ id }) => id)))}
          >
            {matches ? t("选择符合筛选的 {count} 套", { count: matches.size }) : t("选择本楼栋全部")}
          </Button>
          <Note>{t("点击房号、楼层或列进行选择")}</Note>
        </Group>
      ) : null}
      {isPhone ? (
        <FloorList {...view} onClear={() => setFilter(noFilter)} />
      ) : (
        <BoardGrid {...view} card={card} onClose={close} onChoose={chosen && toggle} />
      )}
      {picked.length ? (
        <UnitBulk
          estateId={estate.id}
          currency={currency}
          chosen={picked}
          mayEdit={mayEdit}
          onChanged={askAgain}
          onClear={() => setChosen(new Set())}
        />
      ) : null}
    </Box>
  );
  const tabs = buildings.map(({ name, count }) => ({ value: name, label: name, count }));

  return (
    <div className={`${basic.grid} ${basic.gap12}`}>
      {buildings.length ? (
        <BoardTools
          board={board}
          isOld={live.hasFailed}
          onAgain={live.again}
          mayEdit={mayEdit}
          ask={ask}
          shown={{ totals: hasTotals, choosing: chosen !== undefined, full: isFull }}
          toggle={(what) => switches[what]()}
          mayChoose={!isPhone}
          isClient={isClient}
        />
      ) : (
        <Empty title={t("暂无房号")}>{mayEdit ? <AddButtons ask={ask} /> : null}</Empty>
      )}
      {hasTotals ? <BoardTotals board={board} rooms={rooms} /> : null}
      {buildings.length > 1 ? (
        <ListTabs
          tabs={{ name: "building", options: tabs }}
          present={board.building ?? ""}
          onChange={({ building }) => building && onShow(building)}
        >
          {shown}
        </ListTabs>
      ) : buildings.length ? (
        shown
      ) : null}
      <Sheet isOpen={isPhone && card !== undefined} onClose={close} title={card?.title}>
        {card?.content}
      </Sheet>
      {dialog ? (
        <UnitDialog
          dialog={dialog}
          estate={estate}
          building={board.building}
          currency={currency}
          rooms={rooms}
          applyChange={applyChange}
          onChanged={(building) => {
            askAgain();
            if (building && building !== board.building) onShow(building);
          }}
          onClose={() => setDialog(undefined)}
        />
      ) : null}
    </div>
  );
}
