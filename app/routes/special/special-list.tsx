import { useLoaderData } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import { write } from "~/app/api/writes";
import { CreateButton } from "~/app/blocks/list/create-button";
import { ListPage } from "~/app/blocks/list/list-page";
import { wholeList } from "~/app/blocks/list/list-tabs";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { useBulk } from "~/app/features/bulk/use-bulk";
import { useLifeActs } from "~/app/features/content/use-life-acts";
import { useLifeBulk } from "~/app/features/content/use-life-bulk";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { publishStatuses } from "~/contract/content/publishing";
import { mayCall } from "~/contract/endpoint";
import { type SpecialRow, special, specialScreenData } from "~/contract/special/special";
import { readOnlySpecials, specialList } from "./special-columns";
import { specialKind } from "./special-kind";
import { useSpecialActs } from "./use-special-acts";

export const clientLoader = loaderOf(specialScreenData["/specialEstate/special"]);

export const clientAction = write;

const tabs = {
  name: "status",
  options: Object.entries({ [wholeList]: "全部", ...publishStatuses }).map(([value, label]) => ({
    value,
    label: t(label),
  })),
};

export default function SpecialList() {
  const { page } = useLoaderData<typeof clientLoader>();
  const profile = useProfile();
  const life = useLifeActs(specialKind);
  const lifeBulk = useLifeBulk<SpecialRow>(special);
  const acts = useSpecialActs();
  const isPhone = useIsPhone();
  return (
    <>
      <ListPage
        list={isPhone ? readOnlySpecials : specialList}
        page={page}
        tabs={tabs}
        rowActions={(row) => [...life.actionsOf(row), ...acts.actionsOf(row)]}
        bulk={useBulk(specialList, page, lifeBulk)}
        create={
          mayCall(profile, special.create) && !isPhone ? (
            <CreateButton label={t("新增专题")} to={specialKind.formPath()} />
          ) : null
        }
      />
      {life.dialog}
      {acts.dialog}
    </>
  );
}
