import { call } from "~/app/api/call";
import { t } from "~/app/i18n/t";
import type { Permission } from "~/contract/permissions";
import { user } from "~/contract/personal/user";
import { type FoundOption, RemoteSelect } from "./remote-select";

interface StaffPickerProps {
  value: number | null;
  onChange: (value: number | null) => void;
  perm?: Permission;
  inScope?: boolean;
  input: Parameters<typeof RemoteSelect>[0]["input"];
}

/** Picks a colleague; each name with the team and the load (客户 n/上限). */
export function StaffPicker({ value, onChange, perm, inScope = perm !== undefined, input }: StaffPickerProps) {
  async function search(keyword: string): Promise<FoundOption[]> {
    const query = { keyword: keyword || undefined, perm, in_scope: inScope || undefined };
    const colleagues = await call(user.options, { query }, { silent: true });
    return colleagues.map(({ id, name, team, customer_count, cap }) => ({
      value: id,
      label: name,
      hint: [team, t("客户 {count}/{cap}", { count: customer_count, cap })].filter(Boolean).join(" · "),
    }));
  }
  return (
    <RemoteSelect
      scene="users"
      search={search}
      value={value === null ? [] : [value]}
      onChange={([id]) => onChange(id ?? null)}
      input={{ placeholder: t("输入姓名搜索"), ...input }}
    />
  );
}
