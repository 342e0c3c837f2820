import { useMemo } from "react";
import basic from "~/app/basic.module.css";
import { FilteredEmpty } from "~/app/blocks/feedback/states";
import { t } from "~/app/i18n/t";
import type { BoardViewProps } from "./board-grid";
import { gridOf } from "./grid-places";
import classes from "./unit-board.module.css";
import { UnitCell } from "./unit-cell";
import { floorLabel } from "./unit-labels";

/** The phone's board: units by floor, two or three in a row; only those that match. */
export function FloorList({ units, matches, cellOf, onOpen, onClear }: BoardViewProps & { onClear: () => void }) {
  const { floors, stacks } = useMemo(
    () => gridOf(matches ? units.filter(({ id }) => matches.has(id)) : units),
    [units, matches],
  );
  if (floors.length === 0) return <FilteredEmpty onClear={onClear} />;
  // Four are shown as two and two.
  const columns = stacks.length < 3 || stacks.length === 4 ? 2 : 3;
  return (
    <div className={`${basic.grid} ${basic.gap16} ${classes.floors}`} data-columns={columns}>
      {floors.map(({ floor, cells }) => (
        <section key={floor} className={`${basic.grid} ${basic.gap6} ${classes.floor}`} aria-label={floorLabel(floor)}>
          <h3 className={`${basic.flat} ${basic.size14}`}>
            {floorLabel(floor)}{" "}
            <small className={`${basic.dim} ${basic.regular}`}>{t("{count} 套", { count: cells.flat().length })}</small>
          </h3>
          <div className={`${basic.grid} ${basic.gap6} ${basic.size12} ${classes.tiles}`}>
            {cells.flat().map((unit) => (
              <UnitCell key={unit.id} {...cellOf(unit)} onOpen={onOpen} />
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}
