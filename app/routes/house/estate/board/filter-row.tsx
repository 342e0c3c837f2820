import { Button, TextInput } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { useClientMode } from "~/app/browser/client-mode";
import classes from "~/app/features/unit-board/unit-board.module.css";
import { layoutLabel, StatusIcon, statuses, statusLabel } from "~/app/features/unit-board/unit-labels";
import type { LiveBoard } from "~/app/features/unit-board/use-board";
import { t } from "~/app/i18n/t";
import { currencyName } from "~/contract/format";
import type { UnitStatus } from "~/contract/house/unit";
import { type BoardFilter, isFiltering, noFilter, toggled } from "./board-filter";

interface FilterRowProps {
  board: LiveBoard;
  filter: BoardFilter;
  matches: number | undefined;
  viewerId: number;
  onChange: (filter: BoardFilter) => void;
}

export function FilterRow({ board, filter, matches, viewerId, onChange }: FilterRowProps) {
  const { units, rooms } = board;
  const isClient = useClientMode();
  const set = (part: Partial<BoardFilter>) => onChange({ ...filter, ...part });
  const inUse = new Set(units.map(({ room_id }) => room_id));
  const layouts = [...new Set(rooms.filter(({ id }) => inUse.has(id)).map(({ layout }) => layout))];
  const isUsed = (status: UnitStatus) =>
    filter.statuses.includes(status) || units.some((unit) => unit.status === status);
  const shown = isClient ? statuses.filter(isUsed) : statuses;
  const mine = units.filter(({ held_by }) => held_by?.id === viewerId).length;
  return (
    <div className={`${classes.filters} ${basic.wrap} ${basic.gap8}`} role="toolbar" aria-label={t("筛选房号")}>
      {shown.map((status) => (
        <button
          key={status}
          type="button"
          className={`${classes.chip} ${basic.inlineRow} ${basic.gap4} ${basic.oneLine}`}
          data-status={status}
          aria-pressed={filter.statuses.includes(status)}
          onClick={() => set({ statuses: toggled(filter.statuses, status) })}
        >
          <StatusIcon status={status} />
          {statusLabel(status, false)} {units.filter((unit) => unit.status === status).length}
        </button>
      ))}
      {mine || filter.isMine ? (
        <button
          type="button"
          className={`${classes.chip} ${basic.inlineRow} ${basic.gap4} ${basic.oneLine}`}
          data-mine
          aria-pressed={filter.isMine}
          onClick={() => set({ isMine: !filter.isMine })}
        >
          {t("我的锁定")} {mine}
        </button>
      ) : null}
      {layouts.length > 1
        ? layouts.map((layout) => (
            <button
              key={layout}
              type="button"
              className={`${classes.chip} ${basic.inlineRow} ${basic.gap4} ${basic.oneLine}`}
              aria-pressed={filter.layouts.includes(layout)}
              onClick={() => set({ layouts: toggled(filter.layouts, layout) })}
            >
              {layoutLabel(layout)}
            </button>
          ))
        : null}
      <TextInput
        w={132}
        flex="none"
        className={classes.budget}
        aria-label={t("挂牌价不超过（万{currency}）", { currency: currencyName(board.currency) })}
        placeholder={t("挂牌价不超过")}
        inputMode="decimal"
        size="xs"
        value={filter.budget}
        onChange={({ currentTarget: { value } }) => {
          const typed = value.replace(/[,，\s]/g, "");
          if (/^\d{0,9}(\.\d{0,2})?$/.test(typed)) set({ budget: typed });
        }}
        rightSection={<small>{t("万")}</small>}
        rightSectionPointerEvents="none"
      />
      <span role="status" className={`${basic.filled} ${basic.fixed} ${basic.size13} ${basic.bold}`}>
        {matches === undefined ? null : t("符合 {count} / {all} 套", { count: matches, all: units.length })}
      </span>
      {isFiltering(filter) ? (
        <Button variant="subtle" size="compact-sm" onClick={() => onChange(noFilter)}>
          {t("清空筛选")}
        </Button>
      ) : null}
    </div>
  );
}
