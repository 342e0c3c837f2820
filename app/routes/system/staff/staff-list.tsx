import { type ClientLoaderFunctionArgs, useLoaderData, useSearchParams } from "@remix-run/react";
import { lazy, Suspense } from "react";
import { call } from "~/app/api/call";
import { writes } from "~/app/api/writes";
import { ListTabs } from "~/app/blocks/list/list-tabs";
import { t } from "~/app/i18n/t";
import { readQuery } from "~/contract/read-query";
import { staff } from "~/contract/system/staff";
import { team } from "~/contract/system/team";
import { StaffPeople } from "./staff-people";
import { staffActs } from "./staff-writes";

const TeamList = lazy(() => import("./team-list").then((module) => ({ default: module.TeamList })));

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const { signal } = request;
  const id = Number(searchParams.get("handover"));
  const leaving = Number.isSafeInteger(id) && id > 0 ? { params: { id } } : undefined;
  const [teams, page, leaver, preview] = await Promise.all([
    call(team.list, {}, { signal }),
    searchParams.get("tab") === "teams"
      ? undefined
      : call(staff.list, { query: readQuery(request, staff.list) }, { signal }),
    leaving && call(staff.get, leaving, { signal }),
    leaving && call(staff.handoverPreview, leaving, { signal }),
  ]);
  return { teams: teams.list, page, leaving: leaver && preview ? { person: leaver, preview } : undefined };
}

export const clientAction = writes(staffActs);

/** 员工管理: people beside their teams, and the teams themselves. */
export default function StaffList() {
  const { teams, page, leaving } = useLoaderData<typeof clientLoader>();
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
      {page ? (
        <StaffPeople page={page} teams={teams} leaving={leaving} />
      ) : (
        <Suspense>
          <TeamList teams={teams} />
        </Suspense>
      )}
    </ListTabs>
  );
}
