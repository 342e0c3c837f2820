import { Loader } from "@mantine/core";
import { memo } from "react";
import basic from "~/app/basic.module.css";
import { t } from "~/app/i18n/t";
import type { UnitRow } from "~/contract/house/unit";
import classes from "./unit-board.module.css";
import { type BoardRoom, priceLabel, StatusIcon, sizeLabel, statusLabel } from "./unit-labels";

export interface UnitCellProps {
  unit: UnitRow;
  room: BoardRoom | undefined;
  currency: string;
  isMine: boolean;
  /** The time left of its hold. */
  remaining: string;
  isDimmed?: boolean;
  isPending: boolean;
  changes: number;
  isReached?: boolean;
  isChosen?: boolean | undefined;
  onOpen: (id: number) => void;
}

// A board has a thousand of them; an event changes one, and a filter only the look.
export const UnitCell = memo(function UnitCell(props: UnitCellProps) {
  const { isDimmed, isChosen, changes, isReached = true, onOpen, ...cell } = props;
  const { unit, isMine, isPending } = cell;
  return (
    <button
      type="button"
      className={classes.cell}
      data-unit={unit.id}
      data-status={unit.status}
      data-mine={isMine || undefined}
      data-dimmed={isDimmed || undefined}
      aria-haspopup={isChosen === undefined ? "dialog" : undefined}
      aria-pressed={isChosen}
      aria-busy={isPending || undefined}
      tabIndex={isReached ? undefined : -1}
      onClick={() => onOpen(unit.id)}
    >
      {changes ? <span key={changes} className={classes.flash} aria-hidden /> : null}
      <CellText {...cell} />
    </button>
  );
});

type CellTextProps = Omit<UnitCellProps, "isDimmed" | "isChosen" | "changes" | "isReached" | "onOpen">;

const CellText = memo(function CellText(props: CellTextProps) {
  const { unit, room, currency, isMine, remaining, isPending } = props;
  const held = [
    isMine || !remaining || !unit.held_by ? "" : unit.held_by.name,
    remaining,
    unit.queue.length ? t("排队 {count}", { count: unit.queue.length }) : "",
  ]
    .filter(Boolean)
    .join(" ");
  return (
    <>
      <span className={`${basic.row} ${basic.between} ${basic.gap6}`}>
        <b className={`${basic.fixed} ${basic.size14}`}>{unit.unit_no}</b>
        <span className={`${classes.status} ${basic.inlineRow} ${basic.shrinks} ${basic.clipped}`}>
          {isPending ? (
            <Loader size={12} color="currentColor" aria-label={t("处理中")} />
          ) : (
            <StatusIcon status={unit.status} />
          )}
          {statusLabel(unit.status, isMine)}
        </span>
      </span>
      <span>{sizeLabel(unit, room)}</span>
      <span className={`${classes.price} ${basic.anywhere}`}>{priceLabel(unit, currency)}</span>
      {held ? (
        <small className={basic.cut} title={held}>
          {held}
        </small>
      ) : null}
    </>
  );
});
