import { Confirm } from "~/app/blocks/feedback/confirm";
import { ActForm } from "~/app/blocks/form/act-form";
import { renewScene } from "~/app/blocks/form/scenes";
import { useAct } from "~/app/blocks/form/use-act";
import { t } from "~/app/i18n/t";
import { Team, type TeamRow, TeamUpdate } from "~/contract/system/team";
import type { StaffAction } from "./staff-writes";

/** What was asked for, and of which team. */
export type AskedTeam = { act: "add"; parent?: TeamRow } | { act: "edit" | "remove"; row: TeamRow };

interface TeamDialogProps {
  asked: AskedTeam;
  onClose: () => void;
}

const fields = ["name", "parent_id", "leader_id", "sort", "status"] as const;

/** A team that is added, changed or taken away. */
export function TeamDialog({ asked, onClose }: TeamDialogProps) {
  const { run, pending } = useAct<StaffAction>();
  const close = () => {
    renewScene("teams");
    onClose();
  };
  if (asked.act === "add")
    return (
      <ActForm
        title={t("新增团队")}
        about={
          asked.parent
            ? t("上级团队：{name}", { name: asked.parent.name })
            : t("团队决定“本团队及下级团队”的数据范围。")
        }
        schema={Team}
        fields={fields}
        value={{ parent_id: asked.parent?.id ?? null, sort: 100, status: "enabled" }}
        pending={pending}
        onSubmit={(body, then) => run("createTeam", { body }, { success: t("团队已新增"), ...then(close) })}
        onClose={onClose}
      />
    );
  const { row } = asked;
  if (asked.act === "edit")
    return (
      <ActForm
        title={t("编辑团队")}
        about={row.name}
        schema={TeamUpdate}
        fields={fields}
        value={row}
        extra={{ version: row.version }}
        draft={`team-edit:${row.id}`}
        pending={pending}
        onSubmit={(body, then) =>
          run("updateTeam", { params: { id: row.id }, body }, { success: t("已保存"), ...then(close) })
        }
        onClose={onClose}
      />
    );
  return (
    <Confirm
      title={t("删除团队")}
      text={t("将删除团队“{name}”。仍有员工或下级团队的团队不能删除。", { name: row.name })}
      confirmLabel={t("删除")}
      pending={pending}
      onConfirm={() => run("removeTeam", { params: { id: row.id } }, { success: t("已删除"), onSuccess: close })}
      onClose={onClose}
    />
  );
}
