import { useState } from "react";
import { ActForm, namesOf } from "~/app/blocks/form/act-form";
import { useAct } from "~/app/blocks/form/use-act";
import { t } from "~/app/i18n/t";
import type { BatchReply } from "~/contract/common";
import { StaffReset, type StaffRow, StaffTeam } from "~/contract/system/staff";
import { type Account, FirstPassword } from "./first-password";
import { StaffConfirm } from "./staff-confirm";
import { StaffForm } from "./staff-form";
import type { StaffAction } from "./staff-writes";

/** What was asked for, and of whom. */
export type AskedStaff =
  | { act: "add" }
  | { act: "team"; rows: StaffRow[]; report: (reply: BatchReply) => void }
  | { act: "edit" | "reset" | "enable" | "disable" | "kick" | "remove"; row: StaffRow };

interface StaffDialogProps {
  asked: AskedStaff;
  onClose: () => void;
}

/** The dialog that an act on people asks in; of a new password, where it is told once. */
export function StaffDialog({ asked, onClose }: StaffDialogProps) {
  const { run, pending } = useAct<StaffAction>();
  const [account, setAccount] = useState<Account>();
  if (account) return <FirstPassword account={account} onClose={onClose} />;
  if (asked.act === "add") return <StaffForm onMade={setAccount} onClose={onClose} />;
  if (asked.act === "edit") return <StaffForm row={asked.row} onClose={onClose} />;
  if (asked.act === "team")
    return (
      <ActForm
        title={t("调整团队")}
        about={t("员工：{names}", { names: namesOf(asked.rows.map(({ name }) => name)) })}
        schema={StaffTeam}
        fields={["team_id"]}
        pending={pending}
        onSubmit={(body, then) => {
          const { onSuccess, onError } = then(onClose);
          run(
            "moveTeam",
            { body: { ...body, ids: asked.rows.map(({ id }) => id) } },
            {
              onError,
              onSuccess: (reply) => {
                onSuccess(reply);
                asked.report(reply);
              },
            },
          );
        }}
        onClose={onClose}
      />
    );
  if (asked.act === "reset")
    return (
      <ActForm
        title={t("重置密码")}
        about={t("{name}（{email}）的所有登录会立即结束，须用新密码登录并修改。", asked.row)}
        schema={StaffReset}
        fields={["password"]}
        pending={pending}
        submitLabel={t("重置密码")}
        isDanger
        onSubmit={(body, then) => {
          const { onSuccess, onError } = then();
          run(
            "resetPassword",
            { params: { id: asked.row.id }, body },
            {
              success: t("密码已重置"),
              onError,
              onSuccess: (reply) => {
                onSuccess(reply);
                setAccount({ ...asked.row, password: reply.initial_password, isNew: false });
              },
            },
          );
        }}
        onClose={onClose}
      />
    );
  return <StaffConfirm act={asked.act} row={asked.row} onClose={onClose} />;
}
