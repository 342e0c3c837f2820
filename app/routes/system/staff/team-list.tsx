import { Box, Button } from "@mantine/core";
import { Empty } from "~/app/blocks/feedback/states";
import { useActs } from "~/app/blocks/form/act/use-acts";
import { lazyPart } from "~/app/blocks/lazy-part";
import { columnsOf, tagged } from "~/app/blocks/list/columns/list-columns";
import type { ColumnState } from "~/app/blocks/list/columns/use-columns";
import { ListCards } from "~/app/blocks/list/list-cards";
import { ListFrame, ListHead } from "~/app/blocks/list/list-frame";
import { ListTable } from "~/app/blocks/list/list-table";
import { useRowActions } from "~/app/blocks/list/row/use-row-actions";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { t } from "~/app/i18n/t";
import { renewScene } from "~/app/session/scenes";
import { TeamRow, team, teamDepth } from "~/contract/system/team";

const TeamDialog = lazyPart(() => import("./team-dialog"), "TeamDialog");

const columns = columnsOf(TeamRow, [
  {
    key: "name",
    width: 260,
    render: ({ name, depth }) => <span style={{ paddingLeft: depth * 20 }}>{name}</span>,
  },
  { key: "leader", width: 120 },
  "sort",
  "member_count",
  "total_count",
  { ...tagged(TeamRow, "status", { enabled: "green" }), width: 84 },
]);
const columnState = { order: columns.map(({ key }) => key), hidden: [], density: "normal" } satisfies ColumnState;
const sorting = { sort: "sort", allowed: [], onChange: () => undefined };
const card = { tags: ["status"], facts: ["leader", "sort", "member_count"], time: "total_count" };
const nameOf = ({ name, depth }: TeamRow) => `${"— ".repeat(depth)}${name}`;
const named = { nameOf };

export function TeamList({ teams }: { teams: TeamRow[] }) {
  const isPhone = useIsPhone();
  const { open, show, remove, dialog } = useActs();
  const renderActions = useRowActions<TeamRow>(
    (row) => [
      show(t("编辑"), (onClose) => <TeamDialog row={row} onClose={onClose} />),
      row.depth + 1 < teamDepth && show(t("新增下级"), (onClose) => <TeamDialog parent={row} onClose={onClose} />),
      remove(
        team.remove,
        { params: { id: row.id } },
        t("将删除团队“{name}”。仍有员工或下级团队的团队不能删除。", { name: row.name }),
        { onSuccess: () => renewScene("teams") },
      ),
    ],
    named,
    isPhone,
  );
  const create = <Button onClick={() => open((onClose) => <TeamDialog onClose={onClose} />)}>{t("新增团队")}</Button>;
  const shown = { rows: teams, columns, renderActions };
  return (
    <Box pt={12}>
      <ListFrame>
        <ListHead>
          <Box pb={{ base: 8, sm: 0 }}>{create}</Box>
        </ListHead>
        {isPhone && teams.length ? (
          <ListCards {...shown} layout={card} nameOf={nameOf} />
        ) : (
          <ListTable
            {...shown}
            title="name"
            columnState={columnState}
            sorting={sorting}
            empty={teams.length ? null : <Empty />}
          />
        )}
      </ListFrame>
      {dialog}
    </Box>
  );
}
