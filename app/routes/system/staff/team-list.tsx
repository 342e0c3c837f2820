import { Button } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { ScreenHeading } from "~/app/blocks/detail/screen-heading";
import { Empty } from "~/app/blocks/feedback/states";
import { ListCards } from "~/app/blocks/list/list-cards";
import { columnsOf, tagged } from "~/app/blocks/list/list-columns";
import { ListTable } from "~/app/blocks/list/list-table";
import { useRowActions } from "~/app/blocks/list/use-row-actions";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { t } from "~/app/i18n/t";
import { TeamColumns, type TeamRow, teamDepth } from "~/contract/system/team";
import classes from "./staff.module.css";
import type { AskedTeam } from "./team-dialog";

const TeamDialog = lazy(() => import("./team-dialog").then((module) => ({ default: module.TeamDialog })));

const columns = columnsOf(TeamColumns, [
  {
    key: "name",
    width: 260,
    render: ({ name, depth }) => <span style={{ paddingLeft: depth * 20 }}>{name}</span>,
  },
  { key: "leader", width: 120, render: ({ leader }) => leader?.name ?? "–" },
  "sort",
  "member_count",
  "total_count",
  { ...tagged(TeamColumns, "status", { enabled: "green" }), width: 84 },
]);
const columnState = { order: columns.map(({ key }) => key), hidden: [] };
const sorting = { sort: "sort", allowed: [], onChange: () => undefined };
const card = { tags: ["status"], facts: ["leader", "sort", "member_count"], time: "total_count" };
const nameOf = ({ name, depth }: TeamRow) => `${"— ".repeat(depth)}${name}`;

/** 团队管理: the tree as a table, on the phone as cards. */
export function TeamList({ teams }: { teams: TeamRow[] }) {
  const isPhone = useIsPhone();
  const [asked, setAsked] = useState<AskedTeam>();
  const renderActions = useRowActions<TeamRow>(
    (row) => [
      { label: t("编辑"), onSelect: () => setAsked({ act: "edit", row }) },
      row.depth + 1 < teamDepth && { label: t("新增下级"), onSelect: () => setAsked({ act: "add", parent: row }) },
      { label: t("删除"), isDanger: true, onSelect: () => setAsked({ act: "remove", row }) },
    ],
    nameOf,
    isPhone,
  );
  const create = <Button onClick={() => setAsked({ act: "add" })}>{t("新增团队")}</Button>;
  const shown = { rows: teams, columns, renderActions };
  return (
    <section className={classes.teams}>
      <ScreenHeading />
      <div className={classes.panel}>
        <div className={classes.toolbar}>{create}</div>
        {isPhone && teams.length ? (
          <ListCards {...shown} layout={card} nameOf={nameOf} />
        ) : (
          <ListTable {...shown} columnState={columnState} sorting={sorting} empty={teams.length ? null : <Empty />} />
        )}
      </div>
      <Suspense>{asked ? <TeamDialog asked={asked} onClose={() => setAsked(undefined)} /> : null}</Suspense>
    </section>
  );
}
