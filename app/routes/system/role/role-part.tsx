import "@mantine/core/styles/Tabs.css";
import { Button, Group, Tabs, Text } from "@mantine/core";
import { useNavigate, useSearchParams } from "@remix-run/react";
import { IconArrowLeft, IconCopy, IconTrash } from "@tabler/icons-react";
import basic from "~/app/basic.module.css";
import { tabRow } from "~/app/blocks/detail/tab-row";
import { Tag } from "~/app/blocks/detail/tag";
import { useAct } from "~/app/blocks/feedback/use-act";
import { useActs } from "~/app/blocks/form/act/use-acts";
import { type FormSection, RecordForm } from "~/app/blocks/form/record-form";
import { Link } from "~/app/blocks/link";
import { t } from "~/app/i18n/t";
import { role as contract, type HolderCount, RoleBasics, type RoleDetail, roleStatuses } from "~/contract/system/role";
import classes from "./role.module.css";
import { copyRole, removing } from "./role-dialogs";
import { RoleMembers } from "./role-members";
import { RolePermissions } from "./role-permissions";
import { RoleScopes } from "./role-scopes";

const all: FormSection<typeof RoleBasics>[] = [{ fields: ["name", "status", { name: "remark", isWide: true }] }];
const textsOnly: FormSection<typeof RoleBasics>[] = [{ fields: ["name", { name: "remark", isWide: true }] }];

const tabs = [
  { key: "basics", label: "基本信息", Content: RoleBasicsForm },
  { key: "permission", label: "功能权限", Content: RolePermissions },
  { key: "scope", label: "数据范围", Content: RoleScopes },
  { key: "member", label: "成员", Content: RoleMembers },
] as const;

export function RolePart({ role, holding }: { role: RoleDetail; holding: readonly HolderCount[] | undefined }) {
  const [search, setSearch] = useSearchParams();
  const present = tabs.find(({ key }) => key === search.get("tab"))?.key ?? tabs[0].key;
  const open = (key: string | null) =>
    setSearch({ id: String(role.id), ...(key && key !== tabs[0].key ? { tab: key } : {}) });
  return (
    <article className={`${classes.part} ${basic.surface}`}>
      <RoleHead role={role} />
      <Tabs value={present} onChange={open} keepMounted={false}>
        <Tabs.List {...tabRow}>
          {tabs.map(({ key, label }) => (
            <Tabs.Tab key={key} value={key}>
              {t(label)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(({ key, Content }) => (
          <Tabs.Panel key={key} value={key} pt="md">
            <Content role={role} holding={holding} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </article>
  );
}

function RoleHead({ role }: { role: RoleDetail }) {
  const { ask, confirm, dialog } = useActs();
  const navigate = useNavigate();
  const copy = () => ask(copyRole, role, ({ id }) => navigate(`?id=${id}`));
  return (
    <Group component="header" gap="8px 12px" mb={12} mih={36}>
      <Link to="/system/role" className={`${classes.back} ${basic.gap4} ${basic.size14}`}>
        <IconArrowLeft size={18} aria-hidden />
        {t("返回列表")}
      </Link>
      <Text component="h2" fz={18} fw={600} className={basic.anywhere}>
        {role.name}
      </Text>
      <code className={`${basic.anywhere} ${basic.dim} ${basic.size13}`}>{role.code}</code>
      {role.builtin ? <Tag color="brand">{t("内置")}</Tag> : null}
      <Tag color={role.status === "enabled" ? "green" : "red"}>{t(roleStatuses[role.status])}</Tag>
      <div className={`${classes.acts} ${basic.flex} ${basic.gap8} ${basic.pushed}`}>
        <Button variant="default" leftSection={<IconCopy size={16} aria-hidden />} onClick={copy}>
          {t("复制")}
        </Button>
        {role.can.remove ? (
          <Button
            variant="default"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => confirm(contract.remove, { params: { id: role.id } }, removing(role))}
          >
            {t("删除")}
          </Button>
        ) : null}
      </div>
      {dialog}
    </Group>
  );
}

function RoleBasicsForm({ role }: { role: RoleDetail }) {
  const { run, pending } = useAct();
  const { status, version } = role;
  return (
    <RecordForm
      form={{
        schema: RoleBasics,
        sections: role.is_fixed ? textsOnly : all,
        value: role,
        extra: { status, version },
        draft: `role:${role.id}`,
        pending,
        onSubmit: (body, then) =>
          run(contract.update, { params: { id: role.id }, body }, { success: t("已保存"), ...then() }),
      }}
    />
  );
}
