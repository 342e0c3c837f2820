import "@mantine/core/styles/Table.css";
import { Table } from "@mantine/core";
import basic from "~/app/basic.module.css";
import classes from "~/app/features/unit-board/unit-board.module.css";
import { type BoardRoom, layoutLabel, statuses, statusLabel } from "~/app/features/unit-board/unit-labels";
import type { LiveBoard } from "~/app/features/unit-board/use-board";
import { t } from "~/app/i18n/t";
import { sum } from "~/contract/decimal";
import { formatExact } from "~/contract/format";
import type { BoardTotal } from "~/contract/house/unit";

export function BoardTotals({ board, rooms }: { board: LiveBoard; rooms: ReadonlyMap<number, BoardRoom> }) {
  const totals = liveTotals(board, rooms);
  const table = (title: string, groups: readonly { label: string; of: readonly BoardTotal[] }[]) => (
    <Table.ScrollContainer minWidth={480} type="native">
      <Table striped withRowBorders={false} aria-label={title}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{title}</Table.Th>
            {statuses.map((status) => (
              <Table.Th key={status}>{statusLabel(status, false)}</Table.Th>
            ))}
            <Table.Th>{t("合计")}</Table.Th>
            <Table.Th>{t("可售总价")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {groups.map(({ label, of }) => (
            <Table.Tr key={label}>
              <Table.Th scope="row">{label}</Table.Th>
              {statuses.map((status) => (
                <Table.Td key={status}>{countOf(of.filter((one) => one.status === status)) || "–"}</Table.Td>
              ))}
              <Table.Td>{countOf(of)}</Table.Td>
              <Table.Td>{formatExact(priceOf(of), board.currency) || "–"}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
  const layouts = [...new Set([...rooms.values()].map(({ layout }) => layout))];
  const byLayout = layouts.map((layout) => ({
    label: layoutLabel(layout),
    of: totals.filter((one) => one.layout === layout),
  }));
  const byBuilding = board.buildings.map(({ name }) => ({
    label: name,
    of: totals.filter((one) => one.building === name),
  }));
  return (
    <section className={`${basic.grid} ${basic.gap12} ${classes.allTotals}`} aria-label={t("合计")}>
      {table(
        t("户型"),
        byLayout.filter(({ of }) => of.length > 0),
      )}
      {table(t("楼栋"), [...byBuilding, { label: t("全盘"), of: totals }])}
    </section>
  );
}

const countOf = (totals: readonly BoardTotal[]) => totals.reduce((all, { count }) => all + count, 0);
const priceOf = (totals: readonly BoardTotal[]) => {
  const value = sum(...totals.filter(({ status }) => status === "available").map((one) => one.value));
  return Number(value) > 0 ? value : null;
};

function liveTotals({ totals, building, units }: LiveBoard, rooms: ReadonlyMap<number, BoardRoom>): BoardTotal[] {
  const own = units.map(({ status, room_id, list_price, building: of }) => ({
    ...{ building: of, layout: rooms.get(room_id)?.layout ?? "", status },
    ...{ count: 1, value: list_price ?? "0" },
  }));
  return [...totals.filter((one) => one.building !== building), ...own];
}
