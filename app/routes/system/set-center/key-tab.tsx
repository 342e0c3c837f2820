import { Box, Text } from "@mantine/core";
import { useSearchParams } from "@remix-run/react";
import { Empty } from "~/app/blocks/feedback/states";
import { useActs } from "~/app/blocks/form/act/use-acts";
import { lazyPart } from "~/app/blocks/lazy-part";
import { columnsOf, tagged } from "~/app/blocks/list/columns/list-columns";
import { ListPager } from "~/app/blocks/list/list-pager";
import type { RowAction } from "~/app/blocks/row-action";
import { t } from "~/app/i18n/t";
import type { Page } from "~/contract/common";
import { ManagedKey, managedKey } from "~/contract/system/key";
import { SettingList } from "./setting-list";

const KeyCalls = lazyPart(() => import("./key-calls"), "KeyCalls");

const columns = columnsOf(ManagedKey, [
  { key: "name", width: 140 },
  { key: "owner", width: 100, render: ({ owner }) => owner.name },
  { key: "hint", width: 90, render: ({ hint }) => `xf_…${hint}` },
  { ...tagged(ManagedKey, "state", { living: "green" }), width: 80 },
  { key: "may_write", width: 80, render: ({ may_write }) => (may_write ? t("可修改") : t("只读")) },
  "created_at",
  "expires_at",
  "last_used_at",
]);
const card = { tags: ["state"], text: "owner", facts: ["hint", "may_write", "expires_at"], time: "last_used_at" };
const nameOf = ({ name, owner }: ManagedKey) => t("{owner}的{name}", { owner: owner.name, name });

/** The keys of everybody, with what they call. */
export function KeyTab({ page }: { page: Page<ManagedKey> }) {
  const [, setSearch] = useSearchParams();
  const { show, afterQuestion, dialog } = useActs();
  const actionsOf = (row: ManagedKey): RowAction[] => [
    show(t("调用"), (onClose) => <KeyCalls row={row} onClose={onClose} />),
    ...(row.state === "living"
      ? [afterQuestion(managedKey.remove, { params: { id: row.id } }, revoking(row), { isDanger: true })]
      : []),
  ];
  return (
    <Box component="section" aria-label={t("密钥")}>
      <Text c="dimmed" fz={13} mb={12}>
        {t("员工在个人中心新增密钥，程序用它以本人身份调用接口。停用、离职、重置密码时一并失效。")}
      </Text>
      <SettingList
        rows={page.list}
        columns={columns}
        card={card}
        nameOf={nameOf}
        actionsOf={actionsOf}
        empty={<Empty title={t("还没有人新增密钥")} />}
      />
      {page.total > page.page_size ? (
        <ListPager
          page={page}
          onChange={(next) => "page" in next && setSearch({ tab: "key", page: String(next.page) })}
        />
      ) : null}
      {dialog}
    </Box>
  );
}

const revoking = (row: ManagedKey) => ({
  title: t("撤销密钥"),
  text: t("{name}将立即失效，使用它的程序不能再调用，撤销后不能恢复。", { name: nameOf(row) }),
  confirmLabel: t("撤销"),
  success: t("已撤销"),
  closesOnError: true,
});
