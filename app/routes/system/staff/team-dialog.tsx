import { useState } from "react";
import { RecordDialog, recordDialog } from "~/app/blocks/form/record-dialog";
import { t } from "~/app/i18n/t";
import { type TeamRow, team } from "~/contract/system/team";

export function TeamDialog({ row, parent, onClose }: { row?: TeamRow; parent?: TeamRow; onClose: () => void }) {
  const [form] = useState(() => teamForm(parent));
  return <RecordDialog form={form} record={row} onClose={onClose} />;
}

const teamForm = (parent: TeamRow | undefined) =>
  recordDialog({
    create: team.create,
    update: team.update,
    size: "md",
    about: (row?: TeamRow) =>
      row?.name ??
      (parent ? t("上级团队：{name}", { name: parent.name }) : t("团队决定“本团队及下级团队”的数据范围。")),
    draft: (row) => row && `team-edit:${row.id}`,
    begin: { parent_id: parent?.id ?? null, sort: 100, status: "enabled" },
    sections: [{ fields: ["name", "parent_id", "leader_id", "sort", "status"] }],
    success: (row) => (row ? t("已保存") : t("团队已新增")),
    scene: "teams",
  });
