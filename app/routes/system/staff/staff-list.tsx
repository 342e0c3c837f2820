import { useLoaderData } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import { lazyPart } from "~/app/blocks/lazy-part";
import { ScreenTabs } from "~/app/blocks/list/list-tabs";
import { useProfile } from "~/app/session/viewer-context";
import { mayCall } from "~/contract/endpoint";
import { staffScreens } from "~/contract/system/staff";
import { wecomSync } from "~/contract/system/wecom-sync";
import { StaffPeople } from "./staff-people";

const WecomSync = lazyPart(() => import("./wecom-sync"), "WecomSync");
const TeamList = lazyPart(() => import("./team-list"), "TeamList");

export const clientLoader = loaderOf(staffScreens["/system/user"]);
export { write as clientAction } from "~/app/api/writes";
export { keepsRows as shouldRevalidate } from "~/app/blocks/list/row/drawer-address";

const staffTabs = { staff: "员工", teams: "团队管理" };
const allTabs = { ...staffTabs, wecom: "企业微信同步" };

export default function StaffList() {
  const { teams, page, person, preview, sync } = useLoaderData<typeof clientLoader>();
  const labels = mayCall(useProfile(), wecomSync.state) ? allTabs : staffTabs;
  const leaving = person && preview ? { person, preview } : undefined;
  return (
    <ScreenTabs labels={labels} present={page ? "staff" : sync ? "wecom" : "teams"}>
      {page ? <StaffPeople page={page} teams={teams.list} leaving={leaving} /> : null}
      {sync ? <WecomSync state={sync} /> : null}
      {page || sync ? null : <TeamList teams={teams.list} />}
    </ScreenTabs>
  );
}
