import { Flex } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { AsyncPart } from "~/app/blocks/detail/async-part";
import { useCall } from "~/app/blocks/detail/use-async";
import { Dialog, DialogClose } from "~/app/blocks/feedback/dialog";
import { Empty } from "~/app/blocks/feedback/states";
import { TextLink } from "~/app/blocks/text-link";
import { t } from "~/app/i18n/t";
import type { Reply } from "~/contract/endpoint";
import type { Permission } from "~/contract/permissions";
import { role } from "~/contract/system/role";
import page from "./role.module.css";
import classes from "./role-tabs.module.css";

interface PermissionHoldersProps {
  code: Permission;
  /** What it is called, with its area. */
  name: string;
  onClose: () => void;
}

export function PermissionHolders({ code, name, onClose }: PermissionHoldersProps) {
  const holders = useCall(role.holders, { query: { code } });
  return (
    <Dialog onClose={onClose} title={t("谁可以{name}", { name })} size="lg">
      <AsyncPart {...holders}>{(answer) => <Holders {...answer} onLeave={onClose} />}</AsyncPart>
      <DialogClose onClose={onClose} />
    </Dialog>
  );
}

const Holders = ({ roles, people, total, onLeave }: Reply<typeof role.holders> & { onLeave: () => void }) => (
  <>
    <p className={page.note}>{t("只计启用的角色和在职员工，尚未保存的修改不计在内。")}</p>
    <Flex component="ul" wrap="wrap" gap="4px 16px" m="0 0 12px" fz={14} className={basic.list} aria-label={t("角色")}>
      {roles.map(({ id, name, people: count }) => (
        <li key={id}>
          <TextLink to={`/system/role?id=${id}&tab=permission`} onClick={onLeave}>
            {name}
          </TextLink>{" "}
          <span className={basic.dim}>{t("{count} 人", { count })}</span>
        </li>
      ))}
    </Flex>
    {people.length ? (
      <ul className={`${classes.members} ${basic.list}`} aria-label={t("员工")}>
        {people.map(({ id, name, team, roles: by }) => (
          <li key={id}>
            <strong className={basic.medium}>{name}</strong>
            <span>{team ?? "–"}</span>
            <span>{by.join("、")}</span>
          </li>
        ))}
      </ul>
    ) : (
      <Empty title={t("没有在职员工有这项权限")} />
    )}
    {total > people.length ? <p className={page.note}>{t("仅显示前 {count} 人。", { count: people.length })}</p> : null}
  </>
);
