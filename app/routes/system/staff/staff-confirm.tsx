import { Confirm } from "~/app/blocks/feedback/confirm";
import { useAct } from "~/app/blocks/form/use-act";
import { t } from "~/app/i18n/t";
import type { StaffRow } from "~/contract/system/staff";
import type { StaffAction } from "./staff-writes";

interface StaffConfirmProps {
  act: "enable" | "disable" | "kick" | "remove";
  row: StaffRow;
  onClose: () => void;
}

const words = {
  enable: {
    title: "启用员工",
    text: "{name}（{email}）将可以重新登录。",
    label: "启用",
    done: "已启用",
  },
  disable: {
    title: "停用员工",
    text: "{name}（{email}）的所有登录会立即结束，停用期间不能登录；名下客户和日程保持不变。",
    label: "停用",
    done: "已停用",
  },
  kick: {
    title: "强制下线",
    text: "{name}（{email}）在所有设备上的登录会立即结束，仍可重新登录。",
    label: "强制下线",
    done: "已强制下线",
  },
  remove: {
    title: "删除员工",
    text: "{name}（{email}）的账号将被删除，不能恢复；历史记录保留其姓名。",
    label: "删除",
    done: "已删除",
  },
} as const;

/** Asks before one's account is closed, opened or thrown out. */
export function StaffConfirm({ act, row, onClose }: StaffConfirmProps) {
  const { run, pending } = useAct<StaffAction>();
  const { title, text, label, done } = words[act];
  return (
    <Confirm
      title={t(title)}
      text={t(text, { name: row.name, email: row.email })}
      confirmLabel={t(label)}
      isDanger={act !== "enable"}
      pending={pending}
      onConfirm={() => run(act, { params: { id: row.id } }, { success: t(done), onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
