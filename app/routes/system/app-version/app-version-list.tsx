import { useLoaderData } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import { useAddressDialog } from "~/app/blocks/feedback/use-address-dialog";
import { useActs } from "~/app/blocks/form/act/use-acts";
import { RecordDialog } from "~/app/blocks/form/record-dialog";
import { lazyPart } from "~/app/blocks/lazy-part";
import { columnsOf, tagged } from "~/app/blocks/list/columns/list-columns";
import { CreateButton } from "~/app/blocks/list/create-button";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import { type List, ListPage } from "~/app/blocks/list/list-page";
import { t } from "~/app/i18n/t";
import {
  AppVersionColumns,
  type AppVersionRow,
  appPlatforms,
  appVersion,
  appVersionScreens,
} from "~/contract/system/app-version";
import { draftForm, releasing, removing, withdrawing } from "./app-version-dialogs";

const AppVersionView = lazyPart(() => import("./app-version-view"), "AppVersionView");

export const clientLoader = loaderOf(appVersionScreens["/system/version"]);
export { write as clientAction } from "~/app/api/writes";

const list: List<AppVersionRow> = {
  name: "app-version",
  endpoint: appVersion.list,
  columns: columnsOf(AppVersionColumns, [
    { ...tagged(AppVersionColumns, "platform"), width: 80 },
    { key: "version", width: 96 },
    { key: "build", width: 96 },
    "title",
    { ...tagged(AppVersionColumns, "update_type", { force: "brand", recommend: "cyan" }), width: 100 },
    { key: "min_supported", width: 120 },
    { key: "gray_percent", width: 80, render: ({ gray_percent }) => `${gray_percent}%` },
    "released_at",
    { ...tagged(AppVersionColumns, "status", { released: "green", draft: "gray" }), width: 84 },
  ]),
  filters: filtersOf(appVersion.list, AppVersionColumns, [
    { name: "keyword", label: "版本号 / 标题" },
    "platform",
    "update_type",
    "status",
  ]),
  card: {
    tags: ["platform", "status"],
    facts: ["title", "build", "update_type", "gray_percent"],
    time: "released_at",
  },
  title: "version",
  nameOf: ({ platform, version }) => `${appPlatforms[platform]} ${version}`,
};

export default function AppVersionList() {
  const { page, record } = useLoaderData<typeof clientLoader>();
  const { afterQuestion, dialog } = useActs();
  const { opened, open, close } = useAddressDialog("add", "edit", "view");
  const edited = opened === "edit" && record?.can.edit ? record : undefined;
  return (
    <>
      <ListPage
        list={list}
        page={page}
        rowActions={(row) => [
          row.can.edit && { label: t("编辑"), shortcut: "E", opens: "row", onSelect: () => open("edit", row.id) },
          !row.can.edit && { label: t("查看"), opens: "name", onSelect: () => open("view", row.id) },
          row.can.release && afterQuestion(appVersion.release, idOf(row), releasing(row)),
          row.can.withdraw && afterQuestion(appVersion.withdraw, idOf(row), withdrawing(row), { isDanger: true }),
          row.can.delete && afterQuestion(appVersion.remove, idOf(row), removing(row), { isDanger: true }),
        ]}
        create={<CreateButton onClick={() => open("add")} />}
      />
      {edited || opened === "add" ? (
        <RecordDialog key={edited?.id} form={draftForm} record={edited} onClose={close} />
      ) : null}
      {opened && opened !== "add" && record && !edited ? <AppVersionView record={record} onClose={close} /> : null}
      {dialog}
    </>
  );
}

const idOf = ({ id }: AppVersionRow) => ({ params: { id } });
