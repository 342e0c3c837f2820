import { useState } from "react";
import { ActForm } from "~/app/blocks/form/act-form";
import type { FormEntry } from "~/app/blocks/form/record-form";
import type { FormValues } from "~/app/blocks/form/schema-fields";
import { useAct } from "~/app/blocks/form/use-act";
import { t } from "~/app/i18n/t";
import { StaffHandover, type StaffHandoverPreview, type StaffRow } from "~/contract/system/staff";
import type { StaffAction } from "./staff-writes";

interface HandoverDialogProps {
  person: StaffRow;
  preview: StaffHandoverPreview;
  onClose: () => void;
}

const toColleague = ({ to }: FormValues) => to === "user";

/** 离职交接: what somebody has, and to whom it goes. */
export function HandoverDialog({ person, preview, onClose }: HandoverDialogProps) {
  const { run, pending } = useAct<StaffAction>();
  const { list, counted } = preview;
  const hasCustomers = list.some(({ resource, count }) => resource === "customer" && count > 0);
  const [fields] = useState<FormEntry<typeof StaffHandover>[]>(() => [
    "to",
    // Only who sells takes customers over; whoever has none may give the rest to anybody.
    { name: "target_user_id", when: toColleague, ...(hasCustomers ? { perm: "customer:pool:claim" as const } : {}) },
  ]);
  const counts = list.map(({ label, count }) => `${t(label)} ${count}`).join("、");
  const room = hasCustomers ? t("其中 {count} 个客户计入接手人的客户上限。", { count: counted }) : "";
  return (
    <ActForm
      title={t("离职交接")}
      about={t("{name} 名下：{counts}。{room}确认后该员工立即离职，所有登录结束，交接不能撤销。", {
        name: person.name,
        counts,
        room,
      })}
      schema={StaffHandover}
      fields={fields}
      pending={pending}
      submitLabel={t("确认交接并离职")}
      isDanger
      onSubmit={(body, then) =>
        run("handover", { params: { id: person.id }, body }, { success: t("交接完成"), ...then(onClose) })
      }
      onClose={onClose}
    />
  );
}
