import { useLoaderData } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import { useAddressDialog } from "~/app/blocks/feedback/use-address-dialog";
import { useActs } from "~/app/blocks/form/act/use-acts";
import type { FormValues } from "~/app/blocks/form/field/schema-fields";
import { RecordDialog, recordDialog } from "~/app/blocks/form/record-dialog";
import { lazyPart } from "~/app/blocks/lazy-part";
import { columnsOf, tagged } from "~/app/blocks/list/columns/list-columns";
import { CreateButton } from "~/app/blocks/list/create-button";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import { type List, ListPage } from "~/app/blocks/list/list-page";
import { t } from "~/app/i18n/t";
import {
  type AppVersionDetail,
  AppVersionRow,
  appPlatforms,
  appVersion,
  appVersionScreens,
} from "~/contract/system/app-version";

const AppVersionView = lazyPart(() => import("./app-version-view"), "AppVersionView");

export const clientLoader = loaderOf(appVersionScreens["/system/version"]);
export { write as clientAction } from "~/app/api/writes";

const draftForm = recordDialog({
  create: appVersion.create,
  update: appVersion.update,
  draft: "app-version",
  sections: (record?: AppVersionDetail) => [
    {
      title: "版本",
      fields: ["platform", "update_type", "version", "build", "min_supported", "gray_percent"],
    },
    {
      title: "内容",
      fields: [
        { name: "title", isWide: true },
        { name: "notes", isWide: true },
        { name: "store_url", when: isApple, isWide: true },
        {
          name: "package_id",
          when: isAndroid,
          media: { scene: "package", known: record?.package ? [record.package] : [] },
        },
      ],
    },
  ],
  success: () => t("草稿已保存"),
  submitLabel: "保存草稿",
});

const list: List<AppVersionRow> = {
  name: "app-version",
  endpoint: appVersion.list,
  columns: columnsOf(AppVersionRow, [
    { ...tagged(AppVersionRow, "platform"), width: 80 },
    { version: 96, build: 96 },
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
  const { afterQuestion, remove, dialog } = useActs();
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
          row.can.delete && remove(appVersion.remove, idOf(row), removing(row)),
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

const isAndroid = ({ platform }: FormValues) => platform === "android";
const isApple = ({ platform }: FormValues) => platform === "ios";

const platformName = ({ platform, version }: AppVersionRow) => `${t(appPlatforms[platform])} ${version}`;

const releasing = (row: AppVersionRow) => ({
  text: t("{name}（Build {build}）将向 {gray_percent}% 的设备发布，发布后不能再编辑。", {
    name: platformName(row),
    build: row.build,
    gray_percent: row.gray_percent,
  }),
  confirmLabel: t("发布"),
  isDanger: false,
  success: t("已发布"),
});

const withdrawing = (row: AppVersionRow) => ({
  text: t("{name}（Build {build}）撤回后不再向设备推送，不能恢复；已安装的不受影响。", {
    name: platformName(row),
    build: row.build,
  }),
  confirmLabel: t("撤回"),
  success: t("已撤回"),
});

const removing = (row: AppVersionRow) =>
  t("确定删除草稿 {name}（Build {build}）？安装包一并删除。", { name: platformName(row), build: row.build });
