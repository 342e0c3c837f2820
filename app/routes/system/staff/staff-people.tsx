import { Flex } from "@mantine/core";
import { useRevalidator, useSearchParams } from "@remix-run/react";
import { IconFileImport } from "@tabler/icons-react";
import basic from "~/app/basic.module.css";
import { Person } from "~/app/blocks/detail/person";
import { useAddressDialog } from "~/app/blocks/feedback/use-address-dialog";
import { WaitingRecord } from "~/app/blocks/feedback/waiting";
import { ActDialog } from "~/app/blocks/form/act/act-dialog";
import { useActs } from "~/app/blocks/form/act/use-acts";
import { lazyPart } from "~/app/blocks/lazy-part";
import { Link } from "~/app/blocks/link";
import { columnsOf, hidden, tagged } from "~/app/blocks/list/columns/list-columns";
import { CreateButton } from "~/app/blocks/list/create-button";
import { type List, ListPage } from "~/app/blocks/list/list-page";
import type { ListTool } from "~/app/blocks/list/list-tools";
import { useAddressAct } from "~/app/blocks/use-address-act";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { staffFilters, staffTeamFilters } from "~/app/features/audience/staff-filters";
import { useBulk } from "~/app/features/bulk/use-bulk";
import { t } from "~/app/i18n/t";
import type { Page } from "~/contract/common";
import { StaffRow, staff } from "~/contract/system/staff";
import type { TeamRow } from "~/contract/system/team";
import classes from "./staff.module.css";
import { handoverForm, type Leaving, teamMove } from "./staff-dialogs";
import { useStaffActs } from "./use-staff-acts";

function TeamSide({ teams, present }: { teams: readonly TeamRow[]; present: number }) {
  const [search] = useSearchParams();
  const to = (id?: number) => {
    const next = new URLSearchParams([...search].filter(([name]) => name !== "page" && name !== "team_id"));
    if (id !== undefined) next.set("team_id", String(id));
    return `?${next}`;
  };
  const roots = teams.filter(({ depth }) => depth === 0);
  return (
    <nav
      className={basic.fixed}
      style={{ width: 160, maxHeight: "calc(100vh - 140px)", overflowY: "auto", padding: "8px 8px 8px 0" }}
      aria-label={t("团队")}
    >
      <ul className={basic.list}>
        <li>
          <Link
            to={to()}
            className={`${classes.team} ${basic.shades} ${basic.unlined} ${basic.flex} ${basic.between} ${basic.gap8}`}
            aria-current={present ? undefined : "true"}
          >
            <span>{t("全部团队")}</span>
            <span className={basic.dim}>{roots.reduce((sum, { total_count }) => sum + total_count, 0)}</span>
          </Link>
        </li>
        {teams.map(({ id, name, depth, total_count }) => (
          <li key={id}>
            <Link
              to={to(id)}
              className={`${classes.team} ${basic.shades} ${basic.unlined} ${basic.flex} ${basic.between} ${basic.gap8}`}
              style={{ paddingLeft: 10 + depth * 16 }}
              aria-current={id === present ? "true" : undefined}
            >
              <span className={`${basic.shrinks} ${basic.anywhere}`}>{name}</span>
              <span className={basic.dim}>{total_count}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const staffTable: List<StaffRow> = {
  name: "staff",
  endpoint: staff.list,
  columns: columnsOf(StaffRow, [
    { key: "name", width: 172, render: ({ name }) => <Person name={name} />, under: "email" },
    { key: "phone", width: 120 },
    { key: "team", width: 80, render: ({ team }) => team?.name ?? "–" },
    { key: "roles", width: 96, render: ({ roles }) => roles.map(({ name }) => name).join("、") },
    ...hidden({ wecom_userid: 96, email: 172 }),
    {
      key: "customer_count",
      label: "客户数/上限",
      figure: "capacity",
      width: 104,
      render: ({ customer_count, cap }) => `${customer_count}/${cap}`,
    },
    { key: "last_login_at", width: 138 },
    { ...tagged(StaffRow, "status", { enabled: "green", disabled: "gray" }), width: 72 },
  ]),
  filters: staffFilters,
  card: { tags: ["status"], facts: ["team", "roles", "customer_count"], time: "last_login_at" },
  title: "name",
  nameOf: ({ name }) => name,
  drawer: lazyPart(() => import("./staff-drawer"), "StaffDrawer", WaitingRecord),
};
const staffOnPhone: List<StaffRow> = {
  ...staffTable,
  drawer: undefined,
  filters: [...staffFilters, ...staffTeamFilters],
};

const StaffImportDialog = lazyPart(() => import("./staff-import-dialog"), "StaffImportDialog");

interface StaffPeopleProps {
  page: Page<StaffRow>;
  teams: readonly TeamRow[];
  leaving: Leaving | undefined;
}

export function StaffPeople({ page, teams, leaving }: StaffPeopleProps) {
  const isPhone = useIsPhone();
  const [search] = useSearchParams();
  const { revalidate } = useRevalidator();
  const acts = useStaffActs();
  const { inBulk, dialog } = useActs();
  const handover = useAddressDialog("handover");
  useAddressAct("add", acts.add);
  return (
    <Flex align="flex-start" gap={12} pt={12}>
      {isPhone ? null : <TeamSide teams={teams} present={Number(search.get("team_id"))} />}
      <div className={`${basic.grow} ${basic.shrinks}`}>
        <ListPage
          list={isPhone ? staffOnPhone : staffTable}
          page={page}
          rowActions={acts.actionsOf}
          bulk={useBulk(isPhone ? staffOnPhone : staffTable, page, [inBulk(teamMove, { label: t("调整团队") })])}
          create={<CreateButton label={t("新增员工")} onClick={acts.add} />}
          tools={[staffImportTool(revalidate)]}
        />
      </div>
      {dialog}
      {leaving?.person.can.handover ? (
        <ActDialog key={leaving.person.id} form={handoverForm} of={leaving} onClose={handover.close} />
      ) : null}
      {acts.dialog}
    </Flex>
  );
}

const staffImportTool = (onDone: () => void): ListTool => ({
  label: t("导入"),
  icon: IconFileImport,
  at: "import",
  dialog: (onClose) => <StaffImportDialog onDone={onDone} onClose={onClose} />,
});
