import { useLoaderData } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import { formatInstant } from "~/app/blocks/detail/format";
import { Person } from "~/app/blocks/detail/person";
import { useAddressDialog } from "~/app/blocks/feedback/use-address-dialog";
import { ActDialog } from "~/app/blocks/form/act/act-dialog";
import { lazyPart } from "~/app/blocks/lazy-part";
import { columnsOf, tagged } from "~/app/blocks/list/columns/list-columns";
import { CreateButton } from "~/app/blocks/list/create-button";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import { type List, ListPage } from "~/app/blocks/list/list-page";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { type BlacklistDetail, BlacklistRow, blacklist, blacklistScreens } from "~/contract/customer/blacklist";
import { mayCall } from "~/contract/endpoint";
import { adding, editing, removing } from "./blacklist-dialogs";

export const clientLoader = loaderOf(blacklistScreens["/customer/blackList"]);
export { write as clientAction } from "~/app/api/writes";

const BlacklistView = lazyPart(() => import("./blacklist-view"), "BlacklistView");

const list: List<BlacklistRow> = {
  name: "blacklist",
  endpoint: blacklist.list,
  columns: columnsOf(BlacklistRow, [
    { ...tagged(BlacklistRow, "type"), width: 80 },
    { value: 138, reason: 80, effect: 130 },
    { key: "about", label: "关联客户/用户", width: 116, render: (row) => aboutOf(row) ?? "–" },
    { key: "operator", width: 104, render: ({ operator }) => (operator ? <Person name={operator.name} /> : t("系统")) },
    { key: "created_at", label: "生效 / 到期", width: 174, render: spanOf },
    { key: "hit_count", width: 92 },
    { ...tagged(BlacklistRow, "status", { active: "red" }), width: 84 },
  ]),
  filters: filtersOf(blacklist.list, BlacklistRow, [
    { name: "keyword", label: "号码后4位 / 完整的微信、邮箱、IP / 客户" },
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
  const { opened, open, close } = useAddressDialog("add", "view", "edit", "remove");
  return (
    <>
      <ListPage
        list={list}
        page={page}
        rowActions={({ id, can }) => [
          { label: t("查看"), opens: "name", onSelect: () => open("view", id) },
          can.edit && { label: t("编辑"), shortcut: "E", onSelect: () => open("edit", id) },
          can.remove && { label: t("移除"), isDanger: true, onSelect: () => open("remove", id) },
        ]}
        create={mayCall(profile, blacklist.create) ? <CreateButton onClick={() => open("add")} /> : null}
      />
      {opened === "add" ? <ActDialog form={adding} of={undefined} onClose={close} /> : null}
      {opened && opened !== "add" && entry ? (
        <EntryDialog key={opened} opened={opened} entry={entry} onClose={close} />
      ) : null}
    </>
  );
}

const dayOf = (moment: string) => formatInstant(moment).slice(0, 10);
function spanOf({ created_at, expire_at }: BlacklistRow): string {
  return `${dayOf(created_at)} 至 ${expire_at ? dayOf(expire_at) : t("永久")}`;
}

const aboutOf = ({ customer, customer_user }: BlacklistRow) => customer?.name ?? customer_user?.name;

interface EntryDialogProps {
  opened: "view" | "edit" | "remove";
  entry: BlacklistDetail;
  onClose: () => void;
}

function EntryDialog({ opened, entry, onClose }: EntryDialogProps) {
  if (opened === "edit" && entry.can.edit) return <ActDialog form={editing} of={entry} onClose={onClose} />;
  if (opened === "remove" && entry.can.remove) return <ActDialog form={removing} of={entry} onClose={onClose} />;
  return <BlacklistView entry={entry} onClose={onClose} />;
}
