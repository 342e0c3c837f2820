import { useLoaderData, useSearchParams } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import { lazyPart } from "~/app/blocks/lazy-part";
import { ListTabs } from "~/app/blocks/list/list-tabs";
import { t } from "~/app/i18n/t";
import { staffScreens } from "~/contract/system/staff";
import { StaffPeople } from "./staff-people";

const TeamList = lazyPart(() => import("./team-list"), "TeamList");

export const clientLoader = loaderOf(staffScreens["/system/user"]);
export { write as clientAction } from "~/app/api/writes";
export { keepsRows as shouldRevalidate } from "~/app/blocks/list/row/drawer-address";

/** 员工管理: people with their teams, and the teams themselves. */
export default function StaffList() {
  const { teams, page, person, preview } = useLoaderData<typeof clientLoader>();
  const leaving = person && preview ? { person, preview } : undefined;
  const [, setSearch] = useSearchParams();
  const tabs = {
    name: "tab",
    options: [
      { value: "staff", label: t("员工") },
      { value: "teams", label: t("团队管理") },
    ],
  };
  return (
    <ListTabs
      tabs={tabs}
      present={page ? "staff" : "teams"}
      onChange={({ tab }) => setSearch(tab === "teams" ? { tab } : {}, { preventScrollReset: true })}
    >
      {page ? <StaffPeople page={page} teams={teams.list} leaving={leaving} /> : <TeamList teams={teams.list} />}
    </ListTabs>
  );
}
