import { Button } from "@mantine/core";
import { useRevalidator, useSearchParams } from "@remix-run/react";
import { lazy, Suspense, useState } from "react";
import { columnsOf, tagged } from "~/app/blocks/list/list-columns";
import { filtersOf } from "~/app/blocks/list/list-filters";
import { type List, ListPage } from "~/app/blocks/list/list-page";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { useBulk } from "~/app/features/bulk/use-bulk";
import { t } from "~/app/i18n/t";
import type { Page } from "~/contract/common";
import { StaffColumns, type StaffHandoverPreview, type StaffRow, staff } from "~/contract/system/staff";
import type { TeamRow } from "~/contract/system/team";
import classes from "./staff.module.css";
import type { AskedStaff } from "./staff-dialog";
import { StaffImportButton } from "./staff-import";
import { TeamSide } from "./team-side";

const StaffDialog = lazy(() => import("./staff-dialog").then((module) => ({ default: module.StaffDialog })));
const HandoverDialog = lazy(() => import("./handover-dialog").then((module) => ({ default: module.HandoverDialog })));

const list: List<StaffRow> = {
  name: "staff",
  endpoint: staff.list,
  columns: columnsOf(StaffColumns, [
    { key: "name", width: 84 },
    { key: "email", width: 172 },
    { key: "phone", width: 112 },
    { key: "team", width: 64, render: ({ team }) => team?.name ?? "–" },
    { key: "roles", width: 88, render: ({ roles }) => roles.map(({ name }) => name).join("、") },
    { key: "wecom_userid", width: 96 },
    {
      key: "customer_count",
      label: "客户数/上限",
      width: 104,
      render: ({ customer_count, cap }) => `${customer_count}/${cap}`,
    },
    { key: "last_login_at", width: 138 },
    { ...tagged(StaffColumns, "status", { enabled: "green", disabled: "orange" }), width: 72 },
  ]),
  filters: filtersOf(staff.list, StaffColumns, [
    { name: "keyword", label: "姓名 / 邮箱 / 手机" },
    { name: "role_id", by: "roles", scene: "roles" },
    "status",
  ]),
  card: { tags: ["status"], facts: ["team", "roles", "customer_count"], time: "last_login_at" },
  title: "name",
  nameOf: ({ name }) => name,
};
/** On the phone there is no room for the tree. */
const onPhone: List<StaffRow> = {
  ...list,
  filters: [...list.filters, ...filtersOf(staff.list, StaffColumns, [{ name: "team_id", by: "team", scene: "teams" }])],
};

interface StaffPeopleProps {
  page: Page<StaffRow>;
  teams: readonly TeamRow[];
  leaving: { person: StaffRow; preview: StaffHandoverPreview } | undefined;
}

/** The list of people, beside the tree of their teams. */
export function StaffPeople({ page, teams, leaving }: StaffPeopleProps) {
  const isPhone = useIsPhone();
  const [search, setSearch] = useSearchParams();
  const { revalidate } = useRevalidator();
  const [asked, setAsked] = useState<AskedStaff>();
  const setHandover = (id: number | undefined) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        if (id === undefined) next.delete("handover");
        else next.set("handover", String(id));
        return next;
      },
      { replace: id === undefined, preventScrollReset: true },
    );
  return (
    <div className={classes.split}>
      {isPhone ? null : <TeamSide teams={teams} present={Number(search.get("team_id"))} />}
      <div className={classes.people}>
        <ListPage
          list={isPhone ? onPhone : list}
          page={page}
          rowActions={(row) => [
            row.can.edit && { label: t("编辑"), onSelect: () => setAsked({ act: "edit", row }) },
            row.can.reset && { label: t("重置密码"), onSelect: () => setAsked({ act: "reset", row }) },
            row.can.enable && { label: t("启用"), onSelect: () => setAsked({ act: "enable", row }) },
            row.can.kick && { label: t("强制下线"), onSelect: () => setAsked({ act: "kick", row }) },
            row.can.disable && {
              label: t("停用"),
              isDanger: true,
              onSelect: () => setAsked({ act: "disable", row }),
            },
            row.can.handover && { label: t("离职交接"), isDanger: true, onSelect: () => setHandover(row.id) },
            row.can.delete && { label: t("删除"), isDanger: true, onSelect: () => setAsked({ act: "remove", row }) },
          ]}
          bulk={useBulk(isPhone ? onPhone : list, page, [
            { label: t("调整团队"), max: 100, run: (rows, report) => setAsked({ act: "team", rows, report }) },
          ])}
          create={
            <>
              <Button onClick={() => setAsked({ act: "add" })}>{t("新增员工")}</Button>
              <StaffImportButton onDone={revalidate} />
            </>
          }
        />
      </div>
      <Suspense>{asked ? <StaffDialog asked={asked} onClose={() => setAsked(undefined)} /> : null}</Suspense>
      <Suspense>
        {leaving?.person.can.handover ? (
          <HandoverDialog key={leaving.person.id} {...leaving} onClose={() => setHandover(undefined)} />
        ) : null}
      </Suspense>
    </div>
  );
}
