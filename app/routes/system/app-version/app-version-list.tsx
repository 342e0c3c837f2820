import { Button } from "@mantine/core";
import { type ClientLoaderFunctionArgs, useLoaderData, useSearchParams } from "@remix-run/react";
import { lazy, Suspense, useState } from "react";
import { call } from "~/app/api/call";
import { writes } from "~/app/api/writes";
import { columnsOf, tagged } from "~/app/blocks/list/list-columns";
import { filtersOf } from "~/app/blocks/list/list-filters";
import { type List, ListPage } from "~/app/blocks/list/list-page";
import { t } from "~/app/i18n/t";
import { readQuery } from "~/contract/read-query";
import { AppVersionColumns, type AppVersionRow, appPlatforms, appVersion } from "~/contract/system/app-version";
import type { AskedAct } from "./app-version-confirm";
import { appVersionActs } from "./app-version-writes";

const Dialog = lazy(() => import("./app-version-dialog").then((module) => ({ default: module.AppVersionDialog })));
const Ask = lazy(() => import("./app-version-confirm").then((module) => ({ default: module.AppVersionConfirm })));

/** What the address opens beside the list. */
const dialogs = ["add", "edit", "view"] as const;

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const id = Number(searchParams.get("edit") ?? searchParams.get("view"));
  const { signal } = request;
  const [page, record] = await Promise.all([
    call(appVersion.list, { query: readQuery(request, appVersion.list) }, { signal }),
    id ? call(appVersion.get, { params: { id } }, { signal }) : undefined,
  ]);
  return { page, record };
}

export const clientAction = writes(appVersionActs);

const list: List<AppVersionRow> = {
  name: "app-version",
  endpoint: appVersion.list,
  columns: columnsOf(AppVersionColumns, [
    { ...tagged(AppVersionColumns, "platform"), width: 80 },
    { key: "version", width: 96 },
    { key: "build", width: 96 },
    "title",
    { ...tagged(AppVersionColumns, "update_type", { force: "red", recommend: "orange" }), width: 100 },
    { key: "min_supported", width: 120 },
    { key: "gray_percent", width: 80, render: ({ gray_percent }) => `${gray_percent}%` },
    "released_at",
    { ...tagged(AppVersionColumns, "status", { released: "green", draft: "brand" }), width: 84 },
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
  nameOf: ({ platform, version }) => `${appPlatforms[platform as keyof typeof appPlatforms]} ${version}`,
};

export default function AppVersionList() {
  const { page, record } = useLoaderData<typeof clientLoader>();
  const [search, setSearch] = useSearchParams();
  const [asked, setAsked] = useState<AskedAct>();
  const open = (name: string, value: string) =>
    setSearch((now) => new URLSearchParams([...now, [name, value]]), { preventScrollReset: true });
  const close = () =>
    setSearch((now) => new URLSearchParams([...now].filter(([name]) => !dialogs.some((one) => one === name))), {
      replace: true,
      preventScrollReset: true,
    });
  const opened = dialogs.find((name) => search.has(name));
  return (
    <>
      <ListPage
        list={list}
        page={page}
        rowActions={(row) => [
          row.can.edit && { label: t("编辑"), onSelect: () => open("edit", String(row.id)) },
          !row.can.edit && { label: t("查看"), onSelect: () => open("view", String(row.id)) },
          row.can.release && { label: t("发布"), onSelect: () => setAsked({ act: "release", row }) },
          row.can.withdraw && { label: t("撤回"), isDanger: true, onSelect: () => setAsked({ act: "withdraw", row }) },
          row.can.delete && { label: t("删除"), isDanger: true, onSelect: () => setAsked({ act: "remove", row }) },
        ]}
        create={<Button onClick={() => open("add", "1")}>{t("新增")}</Button>}
      />
      <Suspense>
        {opened === "add" || (opened && record) ? (
          <Dialog key={`${opened}${record?.id}`} asked={opened} record={record} onClose={close} />
        ) : null}
        {asked ? <Ask {...asked} onClose={() => setAsked(undefined)} /> : null}
      </Suspense>
    </>
  );
}
