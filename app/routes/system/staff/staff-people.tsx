import { useRevalidator, useSearchParams } from "@remix-run/react";
import { useState } from "react";
import { useAddressDialog } from "~/app/blocks/feedback/use-address-dialog";
import { useConfirm } from "~/app/blocks/feedback/use-confirm";
import { ActDialog } from "~/app/blocks/form/act-dialog";
import { CreateButton } from "~/app/blocks/list/create-button";
import { ListPage } from "~/app/blocks/list/list-page";
import { useAddressAct } from "~/app/blocks/use-address-act";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { useBulk } from "~/app/features/bulk/use-bulk";
import { t } from "~/app/i18n/t";
import type { BatchReply, Page } from "~/contract/common";
import { type StaffRow, staff } from "~/contract/system/staff";
import type { TeamRow } from "~/contract/system/team";
import { AccountDialog, type OpenedAccount } from "./account-dialog";
import classes from "./staff.module.css";
import { disabling, enabling, handoverForm, kicking, type Leaving, removing, teamMove } from "./staff-dialogs";
import { StaffImportButton } from "./staff-import";
import { staffOnPhone, staffTable } from "./staff-table";
import { TeamSide } from "./team-side";

interface StaffPeopleProps {
  page: Page<StaffRow>;
  teams: readonly TeamRow[];
  leaving: Leaving | undefined;
}

/** The list of people, beside the tree of their teams. */
export function StaffPeople({ page, teams, leaving }: StaffPeopleProps) {
  const isPhone = useIsPhone();
  const [search] = useSearchParams();
  const { revalidate } = useRevalidator();
  const [account, setAccount] = useState<OpenedAccount>();
  const [moved, setMoved] = useState<{ rows: StaffRow[]; report: (reply: BatchReply) => void }>();
  const { confirm, dialog } = useConfirm();
  const handover = useAddressDialog("handover");
  useAddressAct("add", () => setAccount({ act: "add" }));
  return (
    <div className={classes.split}>
      {isPhone ? null : <TeamSide teams={teams} present={Number(search.get("team_id"))} />}
      <div className={classes.people}>
        <ListPage
          list={isPhone ? staffOnPhone : staffTable}
          page={page}
          rowActions={(row) => [
            row.can.edit && { label: t("编辑"), shortcut: "E", onSelect: () => setAccount({ act: "edit", row }) },
            row.can.reset && { label: t("重置密码"), onSelect: () => setAccount({ act: "reset", row }) },
            row.can.enable && {
              label: t("启用"),
              onSelect: () => confirm(staff.enable, idOf(row), enabling(row)),
            },
            row.can.kick && { label: t("强制下线"), onSelect: () => confirm(staff.kick, idOf(row), kicking(row)) },
            row.can.disable && {
              label: t("停用"),
              isDanger: true,
              onSelect: () => confirm(staff.disable, idOf(row), disabling(row)),
            },
            row.can.handover && {
              label: t("离职交接"),
              isDanger: true,
              onSelect: () => handover.open("handover", row.id),
            },
            row.can.delete && {
              label: t("删除"),
              isDanger: true,
              onSelect: () => confirm(staff.remove, idOf(row), removing(row)),
            },
          ]}
          bulk={useBulk(isPhone ? staffOnPhone : staffTable, page, [
            { label: t("调整团队"), max: 100, run: (rows, report) => setMoved({ rows, report }) },
          ])}
          create={
            <>
              <CreateButton label={t("新增员工")} onClick={() => setAccount({ act: "add" })} />
              <StaffImportButton onDone={revalidate} />
            </>
          }
        />
      </div>
      {account ? <AccountDialog opened={account} onClose={() => setAccount(undefined)} /> : null}
      {moved ? (
        <ActDialog
          form={teamMove}
          of={moved.rows}
          onDone={(reply) => {
            setMoved(undefined);
            moved.report(reply);
          }}
          onClose={() => setMoved(undefined)}
        />
      ) : null}
      {leaving?.person.can.handover ? (
        <ActDialog key={leaving.person.id} form={handoverForm} of={leaving} onClose={handover.close} />
      ) : null}
      {dialog}
    </div>
  );
}

const idOf = ({ id }: StaffRow) => ({ params: { id } });
