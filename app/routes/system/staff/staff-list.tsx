import { useLoaderData } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import { lazyPart } from "~/app/blocks/lazy-part";
import { ScreenTabs } from "~/app/blocks/list/list-tabs";
import { staffScreens } from "~/contract/system/staff";
import { StaffPeople } from "./staff-people";

const TeamList = lazyPart(() => import("./team-list"), "TeamList");

export const clientLoader = loaderOf(staffScreens["/system/user"]);
export { write as clientAction } from "~/app/api/writes";
export { keepsRows as shouldRevalidate } from "~/app/blocks/list/row/drawer-address";

const staffTabs = { staff: "员工", teams: "团队管理" };

export default function StaffList() {
  const { teams, page, person, preview } = useLoaderData<typeof clientLoader>();
  const leaving = person && preview ? { person, preview } : undefined;
  return (
    <ScreenTabs labels={staffTabs} present={page ? "staff" : "teams"}>
      {page ? <StaffPeople page={page} teams={teams.list} leaving={leaving} /> : <TeamList teams={teams.list} />}
    </ScreenTabs>
  );
}
