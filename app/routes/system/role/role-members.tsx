import basic from "~/app/basic.module.css";
import { Tag } from "~/app/blocks/detail/tag";
import { Empty } from "~/app/blocks/feedback/states";
import { Link } from "~/app/blocks/link";
import { t } from "~/app/i18n/t";
import { openScreen } from "~/app/session/pages";
import { useProfile } from "~/app/session/viewer-context";
import type { RoleDetail } from "~/contract/system/role";
import { staffStatuses } from "~/contract/system/staff";
import page from "./role.module.css";
import classes from "./role-tabs.module.css";

const colors = { enabled: "green", disabled: "red", resigned: "gray" } as const;

export function RoleMembers({ role: { id, members, member_count } }: { role: RoleDetail }) {
  const { permissions } = useProfile();
  const staff = openScreen("/system/user", permissions) ? (
    <Link to={`/system/user?role_id=${id}`} className={basic.size14}>
      {t("在员工管理中查看")}
    </Link>
  ) : null;
  if (members.length === 0) return <Empty title={t("还没有成员")}>{staff}</Empty>;
  return (
    <>
      <ul className={`${classes.members} ${basic.list}`}>
        {members.map((member) => (
          <li key={member.id}>
            <strong className={basic.medium}>{member.name}</strong>
            <span>{member.team ?? "–"}</span>
            <Tag color={colors[member.status]}>{t(staffStatuses[member.status])}</Tag>
          </li>
        ))}
      </ul>
      <p className={page.note}>
        {member_count > members.length ? t("仅显示前 {count} 人。", { count: members.length }) : null}
        {staff}
      </p>
    </>
  );
}
