import { useRevalidator, useSearchParams } from "@remix-run/react";
import { IconFileImport } from "@tabler/icons-react";
import { useAddressDialog } from "~/app/blocks/feedback/use-address-dialog";
import { ActDialog } from "~/app/blocks/form/act/act-dialog";
import { useActs } from "~/app/blocks/form/act/use-acts";
import { lazyPart } from "~/app/blocks/lazy-part";
import { CreateButton } from "~/app/blocks/list/create-button";
import { ListPage } from "~/app/blocks/list/list-page";
import type { ListTool } from "~/app/blocks/list/list-tools";
import { useAddressAct } from "~/app/blocks/use-address-act";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { useBulk } from "~/app/features/bulk/use-bulk";
import { t } from "~/app/i18n/t";
import type { Page } from "~/contract/common";
import type { StaffRow } from "~/contract/system/staff";
import type { TeamRow } from "~/contract/system/team";
import classes from "./staff.module.css";
import { handoverForm, type Leaving, teamMove } from "./staff-dialogs";
import { staffOnPhone, staffTable } from "./staff-table";
import { TeamSide } from "./team-side";
import { useStaffActs } from "./use-staff-acts";

const StaffImportDialog = lazyPart(() => import("./staff-import-dialog"), "StaffImportDialog");

interface StaffPeopleProps {
  page: Page<StaffRow>;
  teams: readonly TeamRow[];
  leaving: Leaving | undefined;
}

/** The list of people, next to the team tree. */
export function StaffPeople({ page, teams, leaving }: StaffPeopleProps) {
  const isPhone = useIsPhone();
  const [search] = useSearchParams();
  const { revalidate } = useRevalidator();
  const acts = useStaffActs();
  const { inBulk, dialog } = useActs();
  const handover = useAddressDialog("handover");
  useAddressAct("add", acts.add);
  return (
    <div className={classes.split}>
      {isPhone ? null : <TeamSide teams={teams} present={Number(search.get("team_id"))} />}
      <div className={classes.people}>
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
    </div>
  );
}

/** 导入, for the toolbar. */
const staffImportTool = (onDone: () => void): ListTool => ({
  label: t("导入"),
  icon: IconFileImport,
  at: "import",
  dialog: (onClose) => <StaffImportDialog onDone={onDone} onClose={onClose} />,
});
