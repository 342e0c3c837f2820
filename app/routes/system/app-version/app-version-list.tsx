import { useLoaderData } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import { write } from "~/app/api/writes";
import { useAddressDialog } from "~/app/blocks/feedback/use-address-dialog";
import { useConfirm } from "~/app/blocks/feedback/use-confirm";
import { RecordDialog } from "~/app/blocks/form/record-dialog";
import { lazyPart } from "~/app/blocks/lazy-part";
import { columnsOf, tagged } from "~/app/blocks/list/columns/list-columns";
import { CreateButton } from "~/app/blocks/list/create-button";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import { type List, ListPage } from "~/app/blocks/list/list-page";
import { t } from "~/app/i18n/t";
import { AppVersionRow, appPlatforms, appVersion, appVersionScreens } from "~/contract/system/app-version";
import { draftForm, releasing, removing, withdrawing } from "./app-version-dialogs";

const AppVersionView = lazyPart(() => import("./app-version-view"), "AppVersionView");

export const clientLoader = loaderOf(appVersionScreens["/system/version"]);

export const clientAction = write;

const list: List<AppVersionRow> = {
  name: "app-version",
  endpoint: appVersion.list,
  columns: columnsOf(AppVersionRow, [
    { ...tagged(AppVersionRow, "platform"), width: 80 },
    { key: "version", width: 96 },
    { key: "build", width: 96 },
    "title",
    { ...tagged(AppVersionRow, "update_type", { force: "brand", recommend: "cyan" }), width: 100 },
    { key: "min_supported", width: 120 },
    { key: "gray_percent", width: 80, render: ({ gray_percent }) => `${gray_percent}%` },
    "released_at",
    { ...tagged(AppVersionRow, "status", { released: "green", draft: "gray" }), width: 84 },
  ]),
  filters: filtersOf(appVersion.list, AppVersionRow, [
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
  const { confirm, dialog } = useConfirm();
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
          row.can.release && {
            label: t("发布"),
            onSelect: () => confirm(appVersion.release, idOf(row), releasing(row)),
          },
          row.can.withdraw && {
            label: t("撤回"),
            isDanger: true,
            onSelect: () => confirm(appVersion.withdraw, idOf(row), withdrawing(row)),
          },
          row.can.delete && {
            label: t("删除"),
            isDanger: true,
            onSelect: () => confirm(appVersion.remove, idOf(row), removing(row)),
          },
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
