import { Checkbox, Group } from "@mantine/core";
import { useState } from "react";
import basic from "~/app/basic.module.css";
import { Note } from "~/app/blocks/feedback/note";
import { useAct } from "~/app/blocks/feedback/use-act";
import { lazyPart } from "~/app/blocks/lazy-part";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { type Permission, permissionGroups, permissions } from "~/contract/permissions";
import { adminCode, role as contract, type HolderCount, type RoleDetail } from "~/contract/system/role";
import page from "./role.module.css";
import classes from "./role-tabs.module.css";
import { SaveChanges } from "./save-changes";
import { useEdits } from "./use-edits";

const PermissionHolders = lazyPart(() => import("./permission-holders"), "PermissionHolders");

const groups = Object.entries(permissionGroups).flatMap(([key, { label, codes }]) => {
  const labels: Partial<Record<Permission, string>> = codes;
  const offered = permissions.filter((code) => code in labels);
  return offered.length ? { key, label, labels, codes: offered } : [];
});
const nameOf = (code: Permission) => {
  const group = groups.find(({ codes }) => codes.includes(code));
  return `${t(group?.label ?? "")}·${t(group?.labels[code] ?? code)}`;
};

export function RolePermissions({ role, holding }: { role: RoleDetail; holding: readonly HolderCount[] | undefined }) {
  const [asked, setAsked] = useState<Permission>();
  const holders = new Map(holding?.map((one) => [one.code, one]));
  const { run, pending, error } = useAct();
  const { edits, edit, drop, endWith } = useEdits<Permission, boolean>(role.version);
  const mine = useProfile();
  const isAdmin = mine.roles.some(({ code }) => code === adminCode);
  const held = new Set(role.permissions);
  const has = (code: Permission) => edits.get(code) ?? held.has(code);
  const mayGive = (code: Permission) => isAdmin || mine.permissions.includes(code) || held.has(code);
  const give = (codes: readonly Permission[], isGiven: boolean) =>
    edit(codes.filter((code) => !isGiven || mayGive(code)).map((code) => [code, isGiven] as const));
  const changed = (isGiven: boolean) =>
    permissions.filter((code) => held.has(code) !== isGiven && has(code) === isGiven);
  const save = (close: () => void) =>
    run(
      contract.update,
      { params: { id: role.id }, body: { version: role.version, permissions: permissions.filter(has) } },
      { success: t("已保存"), onSuccess: ({ version }) => endWith(version), onError: close },
    );

  const row = { has, give, mayGive, isFixed: role.is_fixed };
  return (
    <>
      {role.is_fixed ? <p className={page.note}>{t("超级管理员始终拥有全部权限，不能修改。")}</p> : null}
      <Group wrap="nowrap" gap={16} mb={4}>
        <CodesBox label={t("全选")} codes={permissions} {...row} />
        <Note>
          {t("已选 {count} / {total}", {
            count: permissions.filter(has).length,
            total: permissions.length,
          })}
        </Note>
      </Group>
      {groups.map((group) => (
        <fieldset key={group.key} className={`${classes.group} ${basic.bare} ${basic.overlined}`}>
          <legend>
            <CodesBox label={t(group.label)} codes={group.codes} {...row} />
          </legend>
          <div
            className={`${classes.codes} ${basic.columns}`}
            style={{ "--columns": "repeat(auto-fill, minmax(168px, 1fr))", "--on-phone": "1fr 1fr" }}
          >
            {group.codes.map((code) => (
              <div key={code} className={`${basic.flex} ${basic.top} ${basic.gap6}`}>
                <Checkbox
                  label={t(group.labels[code] ?? code)}
                  title={mayGive(code) ? code : t("您自己没有该权限，不能授予")}
                  checked={has(code)}
                  disabled={role.is_fixed || !mayGive(code)}
                  fw={has(code) === held.has(code) ? undefined : 600}
                  onChange={(event) => give([code], event.currentTarget.checked)}
                />
                <Holding
                  name={nameOf(code)}
                  count={holders.get(code) ?? { roles: 0, people: 0 }}
                  onOpen={() => setAsked(code)}
                />
              </div>
            ))}
          </div>
        </fieldset>
      ))}
      {role.is_fixed ? null : (
        <SaveChanges
          groups={[
            { title: t("新增"), items: changed(true).map(nameOf) },
            { title: t("移除"), items: changed(false).map(nameOf) },
          ]}
          pending={pending}
          error={error}
          onSave={save}
          onDrop={drop}
        />
      )}
      {asked ? <PermissionHolders code={asked} name={nameOf(asked)} onClose={() => setAsked(undefined)} /> : null}
    </>
  );
}

interface HoldingProps {
  name: string;
  count: Pick<HolderCount, "roles" | "people">;
  onOpen: () => void;
}

function Holding({ name, count: { roles, people }, onOpen }: HoldingProps) {
  const text = t("{people} 人", { people });
  const said = t("{roles} 个角色，{text}", { roles, text });
  return (
    <button
      type="button"
      className={`${classes.holding} ${basic.plain} ${basic.oneLine} ${basic.dim} ${basic.blue}`}
      aria-label={t("谁可以{name}：{said}", { name, said })}
      title={said}
      onClick={onOpen}
    >
      {text}
    </button>
  );
}

interface CodesBoxProps {
  label: string;
  codes: readonly Permission[];
  has: (code: Permission) => boolean;
  give: (codes: readonly Permission[], isGiven: boolean) => void;
  mayGive: (code: Permission) => boolean;
  isFixed: boolean;
}

function CodesBox({ label, codes, has, give, mayGive, isFixed }: CodesBoxProps) {
  const given = codes.filter(has).length;
  const isFull = codes.filter(mayGive).every(has) && given > 0;
  return (
    <Checkbox
      fw={600}
      label={label}
      checked={isFull}
      indeterminate={given > 0 && !isFull}
      disabled={isFixed || !codes.some(mayGive)}
      onChange={() => give(codes, !isFull)}
    />
  );
}
