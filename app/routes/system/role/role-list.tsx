import { TextInput } from "@mantine/core";
import { useNavigate } from "@remix-run/react";
import { IconChevronRight, IconLayoutSidebar, IconLock, IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import basic from "~/app/basic.module.css";
import { Tag } from "~/app/blocks/detail/tag";
import { Empty, FilteredEmpty } from "~/app/blocks/feedback/states";
import { useActs } from "~/app/blocks/form/act/use-acts";
import { Link } from "~/app/blocks/link";
import { CreateButton } from "~/app/blocks/list/create-button";
import { useAddressAct } from "~/app/blocks/use-address-act";
import { t } from "~/app/i18n/t";
import type { Page } from "~/contract/common";
import { type RoleRow, roleStatuses } from "~/contract/system/role";
import page from "./role.module.css";
import { newRole } from "./role-dialogs";
import classes from "./role-list.module.css";

interface RoleListProps {
  roles: Page<RoleRow>;
  chosenId: number | undefined;
  isMenu: boolean;
}

export function RoleList({ roles, chosenId, isMenu }: RoleListProps) {
  const [keyword, setKeyword] = useState("");
  const { ask, dialog } = useActs();
  const navigate = useNavigate();
  const add = () => ask(newRole, undefined, ({ id }) => navigate(`?id=${id}&tab=permission`));
  useAddressAct("add", add);
  const wanted = keyword.trim().toLowerCase();
  const shown = roles.list.filter((row) => [row.name, row.code].some((text) => text.toLowerCase().includes(wanted)));
  return (
    <nav aria-label={t("角色")} className={`${page.part} ${basic.surface}`}>
      <div className={`${basic.grid} ${basic.gap8}`} style={{ gridTemplateColumns: "1fr auto", marginBottom: 12 }}>
        <TextInput
          aria-label={t("搜索角色")}
          placeholder={t("角色名称 / 代码")}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={keyword}
          onChange={(event) => setKeyword(event.currentTarget.value)}
        />
        <CreateButton onClick={add} />
      </div>
      {shown.map((row) => (
        <RoleEntry key={row.id} row={row} isChosen={row.id === chosenId} />
      ))}
      {roles.list.length === 0 ? <Empty /> : null}
      {roles.list.length > 0 && shown.length === 0 ? <FilteredEmpty onClear={() => setKeyword("")} /> : null}
      {roles.total > roles.list.length ? (
        <p className={page.note}>{t("仅显示前 {count} 个角色", { count: roles.list.length })}</p>
      ) : null}
      <Link
        to="?view=menu"
        className={`${classes.menuLink} ${basic.hover} ${basic.unlined} ${basic.row} ${basic.gap8}`}
        aria-current={isMenu ? "page" : undefined}
      >
        <IconLayoutSidebar size={18} stroke={1.6} aria-hidden />
        {t("菜单设置")}
        <IconChevronRight size={16} aria-hidden />
      </Link>
      {dialog}
    </nav>
  );
}

const RoleEntry = ({ row, isChosen }: { row: RoleRow; isChosen: boolean }) => (
  <Link
    to={`?id=${row.id}`}
    className={`${classes.entry} ${basic.hover} ${basic.unlined} ${basic.column} ${basic.gap2}`}
    aria-current={isChosen ? "page" : undefined}
  >
    <span className={`${basic.row} ${basic.gap6} ${basic.anywhere}`}>
      <strong className={basic.medium}>{row.name}</strong>
      {row.builtin ? <IconLock size={14} className={basic.dim} aria-label={t("内置角色")} /> : null}
      {row.status === "disabled" ? <Tag color="red">{t(roleStatuses.disabled)}</Tag> : null}
    </span>
    <span className={`${basic.dim} ${basic.size13}`}>
      {t("{count} 人", { count: row.member_count })} · {t("{count} 项权限", { count: row.permission_count })}
    </span>
  </Link>
);
