import { Button } from "@mantine/core";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { lazy, Suspense } from "react";
import { loaderOf } from "~/app/api/load";
import { writes } from "~/app/api/writes";
import { formatInstant } from "~/app/blocks/detail/format";
import { columnsOf, tagged } from "~/app/blocks/list/list-columns";
import { filtersOf } from "~/app/blocks/list/list-filters";
import { type List, ListPage } from "~/app/blocks/list/list-page";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { BlacklistColumns, type BlacklistRow, blacklist, blacklistScreens } from "~/contract/customer/blacklist";
import { mayCall } from "~/contract/endpoint";
import { blacklistActs } from "./blacklist-writes";

const Dialog = lazy(() => import("./blacklist-dialog").then((module) => ({ default: module.BlacklistDialog })));

/** What the address opens beside the list. */
const dialogs = ["view", "edit", "remove"] as const;

export const clientLoader = loaderOf(blacklistScreens["/customer/blackList"]);

export const clientAction = writes(blacklistActs);

const list: List<BlacklistRow> = {
  name: "blacklist",
  endpoint: blacklist.list,
  columns: columnsOf(BlacklistColumns, [
    { ...tagged(BlacklistColumns, "type"), width: 80 },
    { key: "value", width: 138 },
    { key: "reason", width: 80 },
    { key: "effect", width: 130 },
    { key: "about", label: "关联客户/用户", width: 116, render: (row) => aboutOf(row) ?? "–" },
    { key: "operator", width: 80, render: ({ operator }) => operator?.name ?? t("系统") },
    { key: "created_at", label: "生效 / 到期", width: 174, render: spanOf },
    { key: "hit_count", width: 92 },
    { ...tagged(BlacklistColumns, "status", { active: "red" }), width: 84 },
  ]),
  filters: filtersOf(blacklist.list, BlacklistColumns, [
    { name: "keyword", label: "完整的值 / 号码后四位 / 客户" },
    "status",
    "type",
    "reason",
    { name: "created", by: "created_at" },
  ]),
  card: { tags: ["type", "status"], facts: ["reason", "effect", "about"], time: "created_at" },
  title: "value",
  nameOf: ({ value }) => value,
};

export default function BlacklistList() {
  const { page, entry } = useLoaderData<typeof clientLoader>();
  const profile = useProfile();
  const [search, setSearch] = useSearchParams();
  const open = (name: string, value: string) =>
    setSearch((now) => new URLSearchParams([...now, [name, value]]), { preventScrollReset: true });
  const close = () =>
    setSearch((now) => new URLSearchParams([...now].filter(([name]) => !isDialog(name))), {
      replace: true,
      preventScrollReset: true,
    });
  const asked = [...search.keys()].find(isDialog);
  return (
    <>
      <ListPage
        list={list}
        page={page}
        rowActions={({ id, can }) => [
          { label: t("查看"), onSelect: () => open("view", String(id)) },
          can.edit && { label: t("编辑"), onSelect: () => open("edit", String(id)) },
          can.remove && { label: t("移除"), isDanger: true, onSelect: () => open("remove", String(id)) },
        ]}
        create={
          mayCall(profile, blacklist.create) ? <Button onClick={() => open("add", "1")}>{t("新增")}</Button> : null
        }
      />
      <Suspense>{asked ? <Dialog key={asked} asked={asked} entry={entry} onClose={close} /> : null}</Suspense>
    </>
  );
}

const isDialog = (name: string) => name === "add" || dialogs.some((dialog) => dialog === name);

const dayOf = (moment: string) => formatInstant(moment).slice(0, 10);
function spanOf({ created_at, expire_at }: BlacklistRow): string {
  return `${dayOf(created_at)} – ${expire_at ? dayOf(expire_at) : t("永久")}`;
}

const aboutOf = ({ customer, customer_user }: BlacklistRow) => customer?.name ?? customer_user?.name;
