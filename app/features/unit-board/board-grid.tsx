import { Popover } from "@mantine/core";
import { type CSSProperties, type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from "react";
import basic from "~/app/basic.module.css";
import { useLatest } from "~/app/blocks/use-latest";
import { useClientMode } from "~/app/browser/client-mode";
import { t } from "~/app/i18n/t";
import type { UnitRow } from "~/contract/house/unit";
import { gridOf, neighbour } from "./grid-places";
import classes from "./unit-board.module.css";
import { UnitCell, type UnitCellProps } from "./unit-cell";
import { floorLabel } from "./unit-labels";

export interface BoardViewProps {
  units: readonly UnitRow[];
  /** The numbers of the matching units; undefined: all. */
  matches: ReadonlySet<number> | undefined;
  cellOf: (unit: UnitRow) => Omit<UnitCellProps, "onOpen">;
  onOpen: (id: number) => void;
}

interface BoardGridProps extends BoardViewProps {
  /** The content for the opened unit, and its name. */
  card: { title: string; content: ReactNode } | undefined;
  onClose: () => void;
  /** While units are chosen: a head chooses its whole floor or stack. */
  onChoose: ((ids: readonly number[]) => void) | undefined;
}

const unitIn = (target: EventTarget): number => {
  const cell = target instanceof Element ? target.closest<HTMLElement>("[data-unit]") : null;
  return Number(cell?.dataset.unit);
};

export function BoardGrid({ units, matches, cellOf, onOpen, card, onClose, onChoose }: BoardGridProps) {
  const { floors, stacks } = useMemo(() => gridOf(units), [units]);
  const isClient = useClientMode();
  const root = useRef<HTMLDivElement>(null);
  const [reached, setReached] = useState<number>();
  const [place, setPlace] = useState<CSSProperties>();
  const first = floors[0]?.cells.flat()[0]?.id;
  const start = units.some(({ id }) => id === reached) ? reached : first;

  const cellAt = (id: number) => root.current?.querySelector<HTMLElement>(`[data-unit="${id}"]`);
  const open = useLatest((id: number) => {
    const [outer, cell] = [root.current, cellAt(id)];
    if (outer && cell) setPlace(placeIn(outer, cell));
    onOpen(id);
  });
  const go = (event: KeyboardEvent) => {
    const next = neighbour(floors, unitIn(event.target), event.key);
    if (next === undefined) return;
    event.preventDefault();
    cellAt(next)?.focus();
  };

  return (
    <div className={classes.scroller} ref={root}>
      <table
        className={classes.grid}
        aria-label={isClient ? t("选房表") : t("销控表")}
        onKeyDown={go}
        onFocus={({ target }) => setReached(unitIn(target))}
      >
        <thead>
          <tr>
            <th scope="col">{t("楼层")}</th>
            {stacks.map((stack, index) => (
              <th key={stack} scope="col">
                <Head
                  label={stack}
                  onChoose={onChoose && (() => onChoose(floors.flatMap(({ cells }) => idsOf(cells[index] ?? []))))}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {floors.map(({ floor, cells }) => (
            <tr key={floor}>
              <th scope="row">
                <Head label={floorLabel(floor)} onChoose={onChoose && (() => onChoose(idsOf(cells.flat())))} />
              </th>
              {cells.map((shared, index) => (
                <td key={stacks[index]}>
                  {shared.map((unit) => (
                    <UnitCell
                      key={unit.id}
                      {...cellOf(unit)}
                      isDimmed={matches !== undefined && !matches.has(unit.id)}
                      isReached={unit.id === start}
                      onOpen={open}
                    />
                  ))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Popover
        opened={card !== undefined}
        onChange={(isOpen) => isOpen || onClose()}
        position="right-start"
        width={320}
        shadow="md"
        withArrow
        trapFocus
        returnFocus
        withRoles={false}
      >
        <Popover.Target>
          {/* One card for a thousand cells: its target is laid over the one that is open. */}
          <div className={classes.anchor} style={place} />
        </Popover.Target>
        <Popover.Dropdown role="dialog" aria-label={card?.title}>
          {card?.content}
        </Popover.Dropdown>
      </Popover>
    </div>
  );
}

const idsOf = (units: readonly UnitRow[]) => units.map(({ id }) => id);

function Head({ label, onChoose }: { label: string; onChoose: (() => void) | undefined }) {
  if (!onChoose) return label;
  return (
    <button
      type="button"
      className={basic.plain}
      style={{ padding: "4px 6px", border: "1px dashed currentcolor", borderRadius: 4 }}
      aria-label={t("选择 {name} 全部", { name: label })}
      onClick={onChoose}
    >
      {label}
    </button>
  );
}

function placeIn(outer: HTMLElement, cell: HTMLElement): CSSProperties {
  const [frame, box] = [outer.getBoundingClientRect(), cell.getBoundingClientRect()];
  return {
    top: box.top - frame.top + outer.scrollTop,
    left: box.left - frame.left + outer.scrollLeft,
    width: box.width,
    height: box.height,
  };
}
