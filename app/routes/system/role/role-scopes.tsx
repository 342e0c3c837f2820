import basic from "~/app/basic.module.css";
import { useAct } from "~/app/blocks/feedback/use-act";
import { SelectOne } from "~/app/blocks/form/field/selects";
import { t } from "~/app/i18n/t";
import { type DataScope, dataScopes } from "~/contract/permissions";
import {
  role as contract,
  type RoleDetail,
  type RoleUpdate,
  roleScopes,
  type ScopeResource,
  scopeResources,
} from "~/contract/system/role";
import page from "./role.module.css";
import classes from "./role-tabs.module.css";
import { SaveChanges } from "./save-changes";
import { useEdits } from "./use-edits";

// Keys of constants, which TypeScript gives as plain texts.
const resources = Object.keys(scopeResources) as ScopeResource[];
const isScope = (value: string | null): value is DataScope => value !== null && value in dataScopes;
const isOwnScope = (value: unknown): value is keyof typeof roleScopes =>
  typeof value === "string" && value in roleScopes;
const choices = (options: Readonly<Record<string, string>>) =>
  Object.entries(options).map(([value, label]) => ({ value, label: t(label) }));

export function RoleScopes({ role }: { role: RoleDetail }) {
  const { run, pending, error } = useAct();
  const { edits, edit, drop, endWith } = useEdits<ScopeResource | "", DataScope | undefined>(role.version);
  const before = (name: ScopeResource | "") => (name ? role.scope_overrides[name] : role.data_scope);
  const scopeOf = (name: ScopeResource | "") => (edits.has(name) ? edits.get(name) : before(name));
  const word = (scope: DataScope | undefined) => (scope ? t(dataScopes[scope]) : t("跟随默认"));
  const names = (["", ...resources] as const).filter((name) => scopeOf(name) !== before(name));
  const labelOf = (name: ScopeResource | "") => (name ? t(scopeResources[name]) : t("默认数据范围"));
  const save = (close: () => void) => {
    const own = scopeOf("");
    const scopes = resources.map((name) => [name, scopeOf(name)] as const).filter(([, scope]) => scope !== undefined);
    const body: RoleUpdate = {
      version: role.version,
      data_scope: isOwnScope(own) ? own : role.data_scope,
      scope_overrides: Object.fromEntries(scopes),
    };
    const then = { onSuccess: ({ version }: RoleDetail) => endWith(version), onError: close };
    run(contract.update, { params: { id: role.id }, body }, { success: t("已保存"), ...then });
  };
  return (
    <>
      <p className={page.note}>
        {role.is_fixed
          ? t("超级管理员始终可以查看全部数据，不能修改。")
          : t("没有单独设置的数据按默认范围。员工有多个角色时，每种数据取其中最大的范围。")}
      </p>
      <div
        className={`${classes.scopes} ${basic.columns} ${basic.gap16}`}
        style={{ "--columns": "repeat(auto-fill, minmax(240px, 1fr))", marginBottom: 16 }}
      >
        <SelectOne
          label={t("默认数据范围")}
          data={choices(roleScopes)}
          value={scopeOf("") ?? null}
          allowDeselect={false}
          disabled={role.is_fixed}
          onChange={(value) => isScope(value) && edit([["", value]])}
        />
        {resources.map((name) => (
          <SelectOne
            key={name}
            label={t(scopeResources[name])}
            data={[{ value: "", label: t("跟随默认") }, ...choices(dataScopes)]}
            value={scopeOf(name) ?? ""}
            allowDeselect={false}
            disabled={role.is_fixed}
            onChange={(value) => edit([[name, isScope(value) ? value : undefined]])}
          />
        ))}
      </div>
      {role.is_fixed ? null : (
        <SaveChanges
          groups={[
            {
              title: t("修改"),
              items: names.map((name) => `${labelOf(name)}：${word(before(name))} → ${word(scopeOf(name))}`),
            },
          ]}
          pending={pending}
          error={error}
          onSave={save}
          onDrop={drop}
        />
      )}
    </>
  );
}
