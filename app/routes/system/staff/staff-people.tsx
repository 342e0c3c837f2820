import { Flex } from "@mantine/core";
import { useRevalidator, useSearchParams } from "@remix-run/react";
import { useState } from "react";
import basic from "~/app/basic.module.css";
import { useAddressDialog } from "~/app/blocks/feedback/use-address-dialog";
import { ActDialog } from "~/app/blocks/form/act/act-dialog";
import { CreateButton } from "~/app/blocks/list/create-button";
import { ListPage } from "~/app/blocks/list/list-page";
import { useAddressAct } from "~/app/blocks/use-address-act";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { useBulk } from "~/app/features/bulk/use-bulk";
import { t } from "~/app/i18n/t";
import type { BatchReply, Page } from "~/contract/common";
import type { StaffRow } from "~/contract/system/staff";
import type { TeamRow } from "~/contract/system/team";
import { handoverForm, type Leaving, teamMove } from "./staff-dialogs";
import { staffImportTool } from "./staff-import";
import { staffOnPhone, staffTable } from "./staff-table";
import { TeamSide } from "./team-side";
import { useStaffActs } from "./use-staff-acts";

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
  const [moved, setMoved] = useState<{ rows: StaffRow[]; report: (reply: BatchReply) => void }>();
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
          bulk={useBulk(isPhone ? staffOnPhone : staffTable, page, [
            { label: t("调整团队"), max: 100, run: (rows, report) => setMoved({ rows, report }) },
          ])}
          create={<CreateButton label={t("新增员工")} onClick={acts.add} />}
          tools={[staffImportTool(revalidate)]}
        />
      </div>
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
      {acts.dialog}
    </Flex>
  );
}
